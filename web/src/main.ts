import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { texts } from "./model/language.svelte";
import { settings } from "./settings/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
mount(App, { target });
void texts.begin();
void settings.begin();
