/** The menu with the rarer actions on narrow screens. Wide screens show them in the bar. */
import { byId, onClick } from './dom.ts';

export function connectMenu(): void {
  const menu = byId('menu');
  const toggle = byId('more');
  const setOpen = (isOpen: boolean): void => {
    menu.classList.toggle('open', isOpen);
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  const isOpen = (): boolean => menu.classList.contains('open');
  onClick('more', () => setOpen(!isOpen()));
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !toggle.contains(target)) setOpen(false);
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    setOpen(false);
    toggle.focus();
  });
}
