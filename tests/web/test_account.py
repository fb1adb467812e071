"""From guest to account and back: signing in, sessions, the statement, leaving for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.test_look import check_access, check_fit
from web.visitor import Visit, Visitor

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"


async def to_account(visitor: Visitor) -> None:
    await visitor.page.goto(f"{visitor.url}#/account")
    await visitor.page.wait_for_selector("main .card")


async def give(visitor: Visitor, name: str, password: str, *, making: bool) -> None:
    """Fill in name and password, of a new account or of one there is."""
    if making != await visitor.page.locator("input[autocomplete=new-password]").count():
        await visitor.page.click("[data-action=other]")
    await visitor.page.fill("input[name=name]", name)
    await visitor.page.fill("input[name=password]", password)
    await visitor.page.click("[data-action=go]")


async def test_a_guest_becomes_an_account_and_comes_back_elsewhere(visit: Visit) -> None:
    here, there = await visit(), await visit(locale="en-GB")
    await here.enter("云游客")
    await to_account(here)
    # A guest is asked to keep what he has; who is nobody yet, to sign in.
    assert await here.page.locator("#sign-in-title").inner_text() == "注册账号"
    await give(here, "云游客", PASSWORD, making=True)
    await here.page.wait_for_selector("text=已登录的设备")
    await to_account(there)
    assert await there.page.locator("#sign-in-title").inner_text() == "Sign in"
    await give(there, "云游客", "wrong horse", making=False)
    assert "password" in (await there.page.locator(".failure").inner_text()).lower()
    await give(there, "云游客", PASSWORD, making=False)
    await there.page.wait_for_selector("text=Where you are signed in")
    assert await there.page.input_value("input[name=rename]") == "云游客"
    # Ended from here, the other one is nobody at its next step.
    await here.page.reload()
    await here.page.click("[data-action=end-others]")
    await here.page.wait_for_selector("[data-action=end-others]", state="detached")
    await there.page.reload()
    await there.page.wait_for_selector("input[name=password]")
    assert await there.page.locator("[data-action=logout]").count() == 0


async def test_an_account_is_deleted_only_with_its_password(visit: Visit) -> None:
    visitor = await visit()
    await to_account(visitor)
    await give(visitor, "短暂的人", PASSWORD, making=True)
    await visitor.page.click("[data-action=ask-delete]")
    await visitor.page.fill("input[name=confirm]", "guess")
    await visitor.page.click("[data-action=delete]")
    assert "密码" in await visitor.page.locator(".failure").inner_text()
    await visitor.page.fill("input[name=confirm]", PASSWORD)
    await visitor.page.click("[data-action=delete]")
    await visitor.page.wait_for_selector("input[name=password]")
    await give(visitor, "短暂的人", PASSWORD, making=False)
    assert await visitor.page.locator(".failure").inner_text() != ""


async def test_a_statement_begins_with_what_everybody_is_given(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.page.goto(f"{visitor.url}#/statement")
    row = visitor.page.locator("tbody tr").last
    assert "开户赠送" in await row.inner_text()
    given = await row.locator("td").nth(2).inner_text()
    assert given.startswith("+")
    assert given[1:] in await visitor.page.locator(".balance").inner_text()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1440, 900)])
async def test_account_pages_fit_the_screen_and_can_be_used_by_everyone(visit: Visit, repository: Path, width: int, height: int) -> None:
    visitor = await visit(width, height)
    await to_account(visitor)
    await check_fit(visitor)
    await check_access(visitor, repository)
    await give(visitor, f"看页面的{width}", PASSWORD, making=True)
    await visitor.page.wait_for_selector("[data-action=ask-delete]")
    await visitor.page.click("[data-action=ask-delete]")
    await check_fit(visitor)
    await check_access(visitor, repository)
    await visitor.page.goto(f"{visitor.url}#/statement")
    await visitor.page.wait_for_selector("tbody tr")
    await check_fit(visitor)
    await check_access(visitor, repository)


async def test_who_is_signed_out_elsewhere_is_told_and_led_to_the_sign_in(visit: Visit) -> None:
    here, there = await visit(), await visit()
    await here.enter("两处")
    await to_account(here)
    await give(here, "两处", PASSWORD, making=True)
    await here.page.wait_for_selector("[data-action=logout]")
    await to_account(there)
    await give(there, "两处", PASSWORD, making=False)
    await there.page.wait_for_selector("[data-action=logout]")
    await there.page.goto(f"{there.url}#/")
    await there.page.wait_for_selector("[data-action=start]")
    await here.page.reload()
    await here.page.click("[data-action=end-others]")
    # The lobby's own connection tells it; nobody needs to click anything.
    await there.page.wait_for_selector("text=请重新登录")
    await check_access(there, Path(__file__).parents[2])
    await there.page.click("[data-action=sign-in]")
    await give(there, "两处", PASSWORD, making=False)
    await there.page.wait_for_selector("[data-action=logout]")
    # A page without a connection learns it by its next question.
    await here.page.reload()
    await here.page.click("[data-action=end-others]")
    await here.page.wait_for_selector("[data-action=end-others]", state="detached")
    await there.page.click("nav a[href='#/records']")
    await there.page.wait_for_selector("text=请重新登录")


@pytest.mark.parametrize("width", [360, 1440])
async def test_every_page_leads_to_every_other(visit: Visit, width: int) -> None:
    visitor = await visit(width, 800, locale="en-GB")
    await visitor.enter()
    places = ["records", "statistics", "leaderboard", "rules", "scorer", ""]
    for place in places:
        await visitor.page.click(f"header nav a[href='#/{place}']")
        current = visitor.page.locator("header nav [aria-current=page]")
        await visitor.page.wait_for_selector(f"header nav a[href='#/{place}'][aria-current=page]")
        assert await current.count() == 1
        assert await visitor.page.title() != ""
        assert await visitor.overflow() <= 0
    await visitor.page.click("header .person")
    await visitor.page.click("header nav a[href='#/statement']")
    await visitor.page.wait_for_selector("header nav a[href='#/statement'][aria-current=page]")
    # A reader hears where he is.
    assert await visitor.page.evaluate("document.activeElement.tagName") == "H1"
