/** Helpers for the page's elements. */

/** Returns an element of the page's own markup by its id. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}.`);
  return element as T;
}

/** Creates a button. */
export function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}

export function onClick(id: string, action: () => void): void {
  byId(id).addEventListener('click', action);
}
