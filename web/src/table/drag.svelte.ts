/** A pointer must go so far in px before a press becomes a drag: fingers are never still. */
const SLACK = 9;

interface Pressed {
  pointer: number;
  tile: number;
  x: number;
  y: number;
}

/** Tiles of the hand moved by mouse, pen or finger. The tile takes its new place while it is dragged. */
export class Drag {
  /** The tile on the move, -1 for none. */
  tile = $state(-1);
  #pressed: Pressed | null = null;
  #dragged = false;

  constructor(
    /** Where tiles may go, in order. */
    private readonly places: () => HTMLElement[],
    private readonly move: (tile: number, to: number) => void,
  ) {}

  down(event: PointerEvent, tile: number): void {
    this.#dragged = false;
    if (event.button === 0) this.#pressed = { pointer: event.pointerId, tile, x: event.clientX, y: event.clientY };
  }

  over(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    if (this.tile < 0) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return;
      // From here on all that the pointer does is about this tile.
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      this.tile = pressed.tile;
      this.#dragged = true;
    }
    const to = nearest(this.places(), event.clientX, event.clientY);
    if (to >= 0) this.move(pressed.tile, to);
  }

  up(): void {
    this.#pressed = null;
    this.tile = -1;
  }

  /** Whether the click that comes now is only the end of a drag. */
  get ended(): boolean {
    return this.#dragged;
  }
}

/** Which of the places a point is next to. */
function nearest(places: HTMLElement[], x: number, y: number): number {
  const away = places.map((place) => {
    // Its place in the row, wherever it is on its way there.
    const left = place.offsetLeft + place.offsetWidth / 2;
    const top = place.offsetTop + place.offsetHeight / 2;
    const origin = (place.offsetParent ?? document.body).getBoundingClientRect();
    return Math.hypot(origin.left + left - x, origin.top + top - y);
  });
  return away.indexOf(Math.min(...away));
}
