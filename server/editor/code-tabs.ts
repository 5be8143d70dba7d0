/** The tabs with the source texts: one editor each, of which one is visible (WAI-ARIA tabs pattern). */
import { byId } from './dom.ts';

const TABS = ['html', 'css', 'data', 'files'] as const;
export type Tab = (typeof TABS)[number];

export class CodeTabs {
  private now: Tab = 'html';

  constructor() {
    for (const tab of TABS) {
      const element = tabElement(tab);
      element.addEventListener('click', () => this.show(tab));
      element.addEventListener('keydown', (event) => this.moved(event, tab));
    }
  }

  /** The visible tab. */
  get shown(): Tab {
    return this.now;
  }

  show(tab: Tab): void {
    this.now = tab;
    for (const each of TABS) {
      const isShown = each === tab;
      const element = tabElement(each);
      element.setAttribute('aria-selected', String(isShown));
      element.tabIndex = isShown ? 0 : -1;
      byId(`panel-${each}`).hidden = !isShown;
    }
  }

  private moved(event: KeyboardEvent, from: Tab): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const tab = TABS[(TABS.indexOf(from) + step + TABS.length) % TABS.length]!;
    this.show(tab);
    tabElement(tab).focus();
  }
}

const tabElement = (tab: Tab): HTMLElement => byId(`tab-${tab}`);
