/**
 * Random books of a few lines with named pages, counters, strings, running elements, references, forced breaks, tables
 * and columns.
 */
import { Random } from './random.ts';
import { element, type Sample, type Specimen } from './specimen.ts';

const BREAKS = ['page', 'left', 'right', 'recto', 'verso'];

class BookGenerator {
  private readonly random: Random;
  private words = 0;
  private ids: string[] = [];
  private titles = 0;
  private notes = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  body(): Specimen {
    const { random } = this;
    const children = random.times(2, 6, () => this.block(0, false));
    const style = random.chance(0.7)
      ? []
      : [random.pick(['direction:rtl', 'writing-mode:vertical-rl', 'writing-mode:vertical-lr'])];
    return this.linked(element('body', style, children));
  }

  /** `inRow`: content next to other content, including columns, has neither names nor breaks. */
  private block(depth: number, inRow: boolean): Specimen {
    const { random } = this;
    if (depth > 3 || random.chance(0.5)) return this.paragraph(inRow);
    const inside = (inColumns = false): Specimen[] =>
      random.times(1, 4, () => this.block(depth + 1, inRow || inColumns));
    switch (random.int(0, 7)) {
      case 0:
        return this.table(depth, inRow);
      case 1:
        if (inRow) return this.paragraph(inRow);
        return element('div', [...this.marks(inRow), 'columns:2'], inside(true), this.title());
      case 2:
        return element(
          'ul',
          [...this.marks(inRow), 'list-style:none'],
          random.times(1, 3, () => element('li', this.marks(inRow), [this.block(depth + 1, inRow)], this.title())),
        );
      case 3:
        return element('div', [...this.marks(inRow), 'display:flex', 'flex-direction:column'], inside(), this.title());
      case 4:
        return element(
          'div',
          [...this.marks(inRow), random.pick(['display:flex', 'display:grid;grid-template-columns:1fr 1fr'])],
          random.times(1, 4, () => element('p', this.marks(true), [this.line()], this.title())),
          this.title(),
        );
      default:
        return element('div', this.marks(inRow), inside(), this.title());
    }
  }

  private table(depth: number, inRow: boolean): Specimen {
    const { random } = this;
    const isWide = random.chance(0.5);
    const rows = random.times(1, 4, () => {
      if (!isWide)
        return element(
          'tr',
          this.marks(inRow),
          [element('td', this.marks(true), [this.block(depth + 1, inRow)], this.title())],
          this.title(),
        );
      const isLong = random.chance(0.2);
      const cells = random.times(1, 3, () =>
        isLong ? this.longCell() : element('td', this.marks(true), [this.line()], this.title()),
      );
      return element('tr', this.marks(inRow), cells, this.title());
    });
    return element('table', this.marks(inRow), [element('tbody', [], rows)], this.title());
  }

  /** Its lines continue over pages next to those of other cells, so it contains nothing that affects pages. */
  private longCell(): Specimen {
    const words = this.random.times(1, 5, () => element('p', [], [` w${++this.words} `]));
    return element('td', [], words);
  }

  private paragraph(inRow: boolean): Specimen {
    const children: (Specimen | string)[] = [];
    const lines = this.random.chance(0.8) ? this.random.int(1, 3) : this.random.int(4, 9);
    for (let i = 0; i < lines; i++) {
      if (i > 0) children.push(element('br', [], []));
      children.push(this.line());
    }
    return this.identified(element('p', this.marks(inRow), children, this.title()));
  }

  /** Returns a span of one or two words with inline content. */
  private line(): Specimen {
    const { random } = this;
    const children: (Specimen | string)[] = [];
    if (random.chance(0.12)) {
      const title = `r${++this.titles}`;
      children.push(element('b', ['position:running(r)'], [title]));
    }
    children.push(` w${++this.words} `);
    if (random.chance(0.15)) children.push(element('a', [], [], ['href=""']));
    if (random.chance(0.05)) children.push(element('i', ['float:footnote'], [`n${++this.notes}`]));
    const style = random.chance(0.15) ? [this.mark()] : [];
    return this.identified(element('span', style, children, this.title()));
  }

  private identified(node: Specimen): Specimen {
    if (!this.random.chance(0.15)) return node;
    const id = `t${this.ids.length}`;
    this.ids.push(id);
    return { ...node, attributes: [...node.attributes, `id="${id}"`] };
  }

  private title(): string[] {
    return [`title="s${++this.titles}"`];
  }

  private mark(): string {
    const { random } = this;
    return random.pick([
      `counter-increment:c ${random.int(1, 3)}`,
      `counter-set:c ${random.int(1, 9)}`,
      'string-set:s attr(title)',
      'string-set:t content(text)',
    ]);
  }

  /** Returns the declarations of a block. */
  private marks(inRow: boolean): string[] {
    const { random } = this;
    const style: string[] = [];
    if (random.chance(0.3)) style.push(this.mark());
    if (random.chance(0.06)) style.push(`counter-reset:page ${random.int(-1, 40)}`);
    else if (random.chance(0.05) && style[0]?.startsWith('counter-set') !== true)
      style.push(`counter-set:page ${random.int(1, 40)}`);
    if (inRow) return style;
    if (random.chance(0.15)) style.push(`page:${random.pick(['a', 'b', 'c'])}`);
    if (random.chance(0.12)) style.push(`break-before:${random.pick(BREAKS)}`);
    if (random.chance(0.06)) style.push(`break-after:${random.pick(BREAKS)}`);
    return style;
  }

  /** Adds references to existing elements. */
  private linked(node: Specimen): Specimen {
    const children = node.children.flatMap((child): readonly (Specimen | string)[] => {
      if (typeof child === 'string') return [child];
      if (child.tag !== 'a') return [this.linked(child)];
      return this.ids.length === 0 ? [] : [{ ...child, attributes: [`href="#${this.random.pick(this.ids)}"`] }];
    });
    return { ...node, children };
  }
}

export function generateBook(seed: number): Sample {
  return { pageWidth: 640, pageHeight: 80, body: new BookGenerator(seed).body() };
}
