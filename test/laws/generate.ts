/**
 * Random documents of every formatting context on tiny pages. All sizes are positive and nothing is clipped, so that
 * all content of a sample must appear on its pages.
 */
import { Random } from './random.ts';
import { element, type Sample, type Specimen } from './specimen.ts';

/** A feature that a law excludes from its samples, because the specifications break the law there. */
export type Feature =
  | 'floats'
  | 'positioned'
  | 'fixed'
  | 'tables'
  | 'flex'
  | 'grid'
  | 'multicol'
  | 'fieldsets'
  | 'lists'
  | 'atomic inlines'
  | 'ruby'
  | 'footnotes'
  | 'writing modes'
  | 'heights'
  | 'forced breaks'
  | 'avoided breaks';

export function generateSample(seed: number, without: readonly Feature[] = [], isBook = false): Sample {
  return new Generator(new Random(seed), new Set(without), isBook).sample();
}

type Child = Specimen | string;

/** The maximum nesting depth of boxes. */
const MAX_DEPTH = 4;
/** The maximum number of boxes in a sample; after that, only paragraphs are made. */
const MAX_ELEMENTS = 40;

const VERTICAL = ['vertical-rl', 'vertical-lr'];

const BOOK_REFERENCES = ['page', 'column'];
const BOOK_SIDES = ['top', 'bottom', 'block-start', 'snap-block', 'inline-start', 'inline-end', 'left', 'right'];

class Generator {
  private readonly random: Random;
  private readonly without: ReadonlySet<Feature>;
  /** Whether to add page and column floats, notes, named pages and running elements. */
  private readonly isBook: boolean;
  private ids = 0;
  private words = 0;
  private elements = 0;
  private readonly blocks: readonly (readonly [weight: number, make: (depth: number) => Specimen])[];

  constructor(random: Random, without: ReadonlySet<Feature>, isBook: boolean) {
    this.random = random;
    this.without = without;
    this.isBook = isBook;
    const all: [number, Feature | null, (depth: number) => Specimen][] = [
      [6, null, () => this.paragraph()],
      [5, null, (depth) => this.block(depth)],
      [1, null, () => this.spacer()],
      [1, null, () => this.picture(['display:block'])],
      [3, 'floats', (depth) => this.float(depth)],
      [2, 'positioned', (depth) => this.absolute(depth)],
      [1, 'positioned', (depth) => this.relative(depth)],
      [0.3, 'fixed', () => this.fixed()],
      [3, 'tables', (depth) => this.table(depth)],
      [3, 'flex', (depth) => this.flex(depth)],
      [3, 'grid', (depth) => this.grid(depth)],
      [3, 'multicol', (depth) => this.multicol(depth)],
      [1.5, 'fieldsets', (depth) => this.fieldset(depth)],
      [1.5, 'lists', (depth) => this.list(depth)],
    ];
    if (isBook) all.push([2, null, () => this.bookFloat('div')]);
    this.blocks = all.filter(([, feature]) => feature === null || this.has(feature)).map(([w, , make]) => [w, make]);
  }

  sample(): Sample {
    const { random } = this;
    // A few contexts per sample interact more often than all of them would.
    const pageWidth = random.int(10, 20) * 10;
    const pageHeight = random.int(6, 12) * 10;
    const style = this.has('writing modes') && random.chance(0.15) ? [`writing-mode:${random.pick(VERTICAL)}`] : [];
    return { pageWidth, pageHeight, body: element('body', style, this.flowContent(0, 1, 5)) };
  }

  private has(feature: Feature): boolean {
    return !this.without.has(feature);
  }

  // Blocks.

  private flowContent(depth: number, low: number, high: number): Specimen[] {
    return this.random.times(low, high, () => this.anyBlock(depth));
  }

  private anyBlock(depth: number): Specimen {
    if (depth >= MAX_DEPTH || this.elements >= MAX_ELEMENTS) return this.paragraph();
    const total = this.blocks.reduce((sum, [weight]) => sum + weight, 0);
    let at = (this.random.int(0, 9999) / 10000) * total;
    for (const [weight, make] of this.blocks) {
      at -= weight;
      if (at < 0) return make(depth + 1);
    }
    return this.paragraph();
  }

  private make(
    tag: string,
    style: readonly string[],
    children: readonly Child[],
    attributes?: readonly string[],
  ): Specimen {
    this.elements++;
    const made = element(tag, style, children, attributes);
    // Overflow of a fixed-height box continues next to the content after the box.
    return style.some((declaration) => declaration.startsWith('block-size:')) ? this.own(made) : made;
  }

  /** Makes the element's text a separate flow. */
  private own(specimen: Specimen): Specimen {
    return specimen.id !== null ? specimen : { ...specimen, id: `f${this.ids++}` };
  }

  private paragraph(): Specimen {
    const style = [...this.spacing(), ...this.breaks()];
    if (this.random.chance(0.15)) style.push(`orphans:${this.random.int(1, 4)}`, `widows:${this.random.int(1, 4)}`);
    if (this.random.chance(0.1)) style.push(`text-indent:${this.random.int(1, 10)}px`);
    if (this.random.chance(0.05)) style.push('white-space:nowrap');
    return this.make('div', style, this.inlineContent(0));
  }

  private block(depth: number): Specimen {
    const style = [...this.spacing(), ...this.breaks(), ...this.height()];
    if (this.random.chance(0.1)) style.push('display:flow-root');
    if (this.has('writing modes')) {
      if (this.random.chance(0.06)) style.push('direction:rtl');
      if (!this.isBook && this.random.chance(0.03))
        style.push(`writing-mode:${this.random.pick(['horizontal-tb', ...VERTICAL])}`);
    }
    return this.make('div', style, this.flowContent(depth, 1, 4));
  }

  private spacer(): Specimen {
    return this.make('div', [`height:${this.random.int(0, 15) * 10}px`, ...this.spacing(), ...this.breaks()], []);
  }

  private picture(style: readonly string[]): Specimen {
    const { random } = this;
    const size = [`width:${random.int(1, 4) * 10}px`, `height:${random.int(1, 4) * 10}px`];
    return { ...this.own(this.make('img', [...style, ...size], [])), replaced: true };
  }

  private float(depth: number): Specimen {
    const { random } = this;
    const style = [`float:${random.pick(['left', 'right'])}`, ...this.spacing(), ...this.breaks(), ...this.height()];
    if (random.chance(0.5)) style.push(`inline-size:${random.int(2, 8) * 10}px`);
    if (random.chance(0.2)) style.push('clear:both');
    return this.own(
      this.make('div', style, random.chance(0.6) ? this.inlineContent(1) : this.flowContent(depth, 1, 2)),
    );
  }

  private absolute(depth: number): Specimen {
    const { random } = this;
    const style = ['position:absolute', ...this.spacing()];
    if (random.chance(0.6)) style.push(`inset-block-start:${random.int(0, 30) * 10}px`);
    if (random.chance(0.5)) style.push(`inset-inline-start:${random.int(0, 4) * 10}px`);
    if (random.chance(0.3)) style.push(`inline-size:${random.int(3, 8) * 10}px`);
    return this.own(
      this.make('div', style, random.chance(0.6) ? this.inlineContent(1) : this.flowContent(depth, 1, 2)),
    );
  }

  private relative(depth: number): Specimen {
    const style = ['position:relative', ...this.spacing(), ...this.breaks(), ...this.height()];
    if (this.random.chance(0.3)) style.push(`top:${this.random.int(1, 8)}px`);
    return this.make('div', style, this.flowContent(depth, 1, 4));
  }

  private fixed(): Specimen {
    return this.own(this.make('div', ['position:fixed', 'top:5px', 'left:5px'], this.inlineContent(2)));
  }

  private table(depth: number): Specimen {
    const { random } = this;
    const columns = random.int(1, 3);
    const children: Specimen[] = [];
    if (random.chance(0.2)) {
      const side = random.pick(['top', 'bottom']);
      children.push(this.own(this.make('caption', [`caption-side:${side}`], this.inlineContent(2))));
    }
    if (random.chance(0.3)) children.push(this.make('thead', this.breaks(), [this.row(depth, columns, 'th', 1)]));
    for (let i = random.int(1, 2); i > 0; i--) {
      const count = random.int(1, 4);
      const rows = Array.from({ length: count }, (_, at) => this.row(depth, columns, 'td', count - at));
      children.push(this.make('tbody', this.breaks(), rows));
    }
    if (random.chance(0.3)) children.push(this.make('tfoot', this.breaks(), [this.row(depth, columns, 'td', 1)]));
    const style = [...this.spacing(), ...this.breaks()];
    if (random.chance(0.3)) style.push('border-collapse:collapse');
    if (random.chance(0.3)) style.push('inline-size:100%');
    if (random.chance(0.2)) style.push('table-layout:fixed', 'inline-size:90px');
    return this.make('table', style, children);
  }

  private row(depth: number, columns: number, tag: string, rowsLeft: number): Specimen {
    const { random } = this;
    const cells: Specimen[] = [];
    for (let column = 0; column < columns;) {
      const span = random.chance(0.15) ? random.int(1, columns - column) : 1;
      const attributes = span > 1 ? [`colspan="${span}"`] : [];
      if (rowsLeft > 1 && random.chance(0.15)) attributes.push(`rowspan="${random.int(2, rowsLeft)}"`);
      const style = random.chance(0.2)
        ? [`vertical-align:${random.pick(['top', 'middle', 'bottom', 'baseline'])}`]
        : [];
      if (random.chance(0.1)) style.push(...this.height());
      const children = random.chance(0.7) ? this.inlineContent(1) : this.flowContent(depth, 1, 2);
      cells.push(this.own(this.make(tag, style, children, attributes)));
      column += span;
    }
    const style = [...this.breaks()];
    if (random.chance(0.1)) style.push(...this.height());
    return this.make('tr', style, cells);
  }

  private flex(depth: number): Specimen {
    const { random } = this;
    const style = ['display:flex', ...this.spacing(), ...this.breaks(), ...this.height()];
    if (random.chance(0.4)) style.push(`flex-direction:${random.pick(['column', 'row-reverse', 'column-reverse'])}`);
    if (random.chance(0.4)) style.push('flex-wrap:wrap');
    if (random.chance(0.3)) style.push(`align-items:${random.pick(['flex-start', 'center', 'flex-end', 'baseline'])}`);
    if (random.chance(0.3)) style.push(`gap:${random.int(1, 10)}px`);
    if (random.chance(0.2)) style.push(`justify-content:${random.pick(['center', 'flex-end', 'space-between'])}`);
    return this.make(
      'div',
      style,
      this.random.times(1, 4, () => this.item(depth, ['flex:1', 'flex:none', 'flex:0 1 60px'])),
    );
  }

  private grid(depth: number): Specimen {
    const { random } = this;
    const columns = random.pick(['1fr', '1fr 1fr', 'auto 40px', 'repeat(3,auto)', '30px 1fr']);
    const style = [
      'display:grid',
      `grid-template-columns:${columns}`,
      ...this.spacing(),
      ...this.breaks(),
      ...this.height(),
    ];
    if (random.chance(0.3)) style.push(`gap:${random.int(1, 10)}px`);
    if (random.chance(0.3)) style.push(`grid-auto-rows:${random.pick(['auto', '30px', 'minmax(20px,auto)', '70px'])}`);
    if (random.chance(0.2)) style.push(`align-items:${random.pick(['start', 'center', 'end', 'baseline'])}`);
    const spans = ['', '', 'grid-row:span 2', 'grid-column:span 2'];
    const items = random.times(1, 5, () =>
      random.chance(0.12)
        ? this.subgrid(depth)
        : this.item(
            depth,
            spans.filter((span) => span !== ''),
          ),
    );
    return this.make('div', style, items);
  }

  private subgrid(depth: number): Specimen {
    const { random } = this;
    const style = ['display:grid', 'grid-column:1/-1', 'grid-template-columns:subgrid', ...this.spacing()];
    if (random.chance(0.5)) style.push(`grid-row:span ${random.int(1, 3)}`, 'grid-template-rows:subgrid');
    return this.make(
      'div',
      style,
      random.times(1, 3, () => this.item(depth, ['grid-row:span 2'])),
    );
  }

  /** Returns an item of a flex or grid container. */
  private item(depth: number, placements: readonly string[]): Specimen {
    const { random } = this;
    const style = [...this.spacing(), ...this.breaks(), ...this.height()];
    if (random.chance(0.3)) style.push(random.pick(placements));
    if (random.chance(0.1)) style.push(`order:${random.int(-1, 2)}`);
    return this.own(
      this.make('div', style, random.chance(0.6) ? this.inlineContent(1) : this.flowContent(depth, 1, 3)),
    );
  }

  private multicol(depth: number): Specimen {
    const { random } = this;
    const style = [
      `columns:${random.int(2, 3)}`,
      `column-gap:${random.int(0, 6)}px`,
      ...this.spacing(),
      ...this.breaks(),
    ];
    if (random.chance(0.3)) style.push('column-fill:auto');
    if (random.chance(0.3)) style.push(...this.height());
    const children = this.flowContent(depth, 1, 4).map((child) =>
      random.chance(0.15) ? { ...child, style: [...child.style, 'column-span:all'] } : child,
    );
    return this.make('div', style, children);
  }

  private fieldset(depth: number): Specimen {
    const { random } = this;
    const legend = random.chance(0.7) ? [this.own(this.make('legend', [], this.inlineContent(2)))] : [];
    const style = [...this.spacing(), ...this.breaks(), ...this.height()];
    return this.make('fieldset', style, [...legend, ...this.flowContent(depth, 1, 3)]);
  }

  private list(depth: number): Specimen {
    const { random } = this;
    const style = random.chance(0.3) ? ['list-style-position:inside'] : [];
    const items = random.times(1, 4, () =>
      this.make(
        'li',
        [...this.spacing(), ...this.breaks()],
        random.chance(0.7) ? this.inlineContent(1) : this.flowContent(depth, 1, 2),
      ),
    );
    return this.make(random.pick(['ul', 'ol']), [...style, ...this.spacing()], items);
  }

  // Inline content.

  private inlineContent(level: number): Child[] {
    const pieces: Child[] = [this.text(level === 0 ? 8 : 4)];
    for (let i = this.random.int(0, level === 0 ? 3 : 1); i > 0; i--) {
      if (this.elements < MAX_ELEMENTS) pieces.push(this.inlineElement(level));
      pieces.push(this.text(level === 0 ? 8 : 3));
    }
    return pieces;
  }

  /** Returns unique words, with the white space that separates them from their neighbors. */
  private text(most: number): string {
    return ` ${this.random.times(1, most, () => `w${this.words++}`).join(' ')} `;
  }

  private inlineElement(level: number): Specimen {
    const { random } = this;
    if (this.isBook && level === 0 && random.chance(0.25)) return this.bookFloat('span');
    const kind = random.int(0, 9);
    if (kind <= 3) return this.make('span', this.inlineSpacing(), this.inlineContent(level + 1));
    if (kind === 4) return this.make('br', [], []);
    if (kind === 5) return this.picture([]);
    if (kind === 6 && this.has('floats')) return this.inlineFlow(['float:left'], level);
    if (kind === 7 && this.has('positioned')) return this.inlineFlow(['position:absolute'], level);
    if (kind === 8 && this.has('ruby') && random.chance(0.6)) return this.ruby();
    if (kind === 8 && level === 0 && this.has('footnotes')) return this.inlineFlow(['float:footnote'], 1);
    if (this.has('atomic inlines')) return this.inlineFlow(['display:inline-block', ...this.inlineSpacing()], level);
    return this.make('span', [], [this.text(2)]);
  }

  /** Returns an element that moves to another part of the page or to a margin box. */
  private bookFloat(tag: string): Specimen {
    const { random } = this;
    if (random.chance(0.1)) return this.make(tag, ['position:running(head)'], []);
    const reference = `float-reference:${random.pick(BOOK_REFERENCES)}`;
    if (random.chance(0.3)) return this.own(this.make(tag, ['float:footnote', reference], this.inlineContent(1)));
    const style = [`float:${random.pick(BOOK_SIDES)}`, reference, ...this.spacing()];
    if (random.chance(0.5)) style.push(`inline-size:${random.int(2, 8) * 10}px`);
    if (random.chance(0.2)) style.push(`float-defer:${random.pick(['1', '2', 'last', '-1'])}`);
    if (random.chance(0.1)) style.push('clear:both');
    return this.own(this.make(tag, style, this.inlineContent(1)));
  }

  private inlineFlow(style: readonly string[], level: number): Specimen {
    return this.own(this.make('span', style, this.inlineContent(level + 1)));
  }

  private ruby(): Specimen {
    const annotation = this.own(this.make('rt', [], [this.text(1).trim()]));
    return this.own(this.make('ruby', [], [this.text(1).trim(), annotation]));
  }

  private inlineSpacing(): string[] {
    if (!this.random.chance(0.3)) return [];
    return [`padding:${this.random.int(1, 4)}px`, 'border:1px solid', `margin:0 ${this.random.int(0, 5)}px`];
  }

  // Properties.

  private spacing(): string[] {
    const { random } = this;
    const style: string[] = [];
    if (random.chance(0.25)) style.push(`margin-block:${random.int(1, 20)}px`);
    if (random.chance(0.2)) style.push(`padding:${random.int(1, 8)}px`);
    if (random.chance(0.15)) style.push(`border:${random.int(1, 3)}px solid`);
    if (random.chance(0.08)) style.push('box-decoration-break:clone');
    return style;
  }

  private height(): string[] {
    const { random } = this;
    if (!this.has('heights') || !random.chance(0.25)) return [];
    return [`${random.pick(['block-size', 'min-block-size'])}:${random.int(1, 20) * 10}px`];
  }

  private breaks(): string[] {
    const { random } = this;
    const style: string[] = [];
    if (this.has('forced breaks')) {
      if (random.chance(0.03)) style.push(`break-before:${random.pick(['page', 'column'])}`);
      if (random.chance(0.03)) style.push(`break-after:${random.pick(['page', 'column'])}`);
    }
    if (this.has('avoided breaks')) {
      if (random.chance(0.06)) style.push('break-before:avoid');
      if (random.chance(0.06)) style.push('break-after:avoid');
      if (random.chance(0.1)) style.push('break-inside:avoid');
    }
    if (this.isBook && random.chance(0.06)) style.push(`page:${random.pick(['one', 'other'])}`);
    return style;
  }
}
