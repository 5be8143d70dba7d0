/**
 * Long books: the novel of the tests at full length, and a reference book with contents, notes, running heads and an
 * index.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom, type Random } from './random.ts';

const SYLLABLES = 'ba ver con tin mel os ra pli dor an gue sti lo mar est ful ne cor ith ta um ber sa len ry';
const DISTINCT_WORDS = 8000;

/** Returns words of one to four syllables. The first are short and, as in any language, by far the most frequent. */
function vocabulary(random: Random): string[] {
  const syllables = SYLLABLES.split(' ');
  return Array.from({ length: DISTINCT_WORDS }, (_, rank) => {
    const count = 1 + Math.min(3, Math.floor(random() * (1 + Math.log10(rank + 1))));
    return Array.from({ length: count }, () => syllables[Math.floor(random() * syllables.length)]).join('');
  });
}

/** Writes natural-looking text: word lengths, sentences, commas. The same seed gives the same text. */
class Writer {
  readonly #random: Random;
  readonly #words: readonly string[];

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#words = vocabulary(this.#random);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  word(): string {
    // The rank is log-uniform: Zipf's law.
    return this.#words[Math.floor(DISTINCT_WORDS ** this.#random()) - 1]!;
  }

  sentence(words: number): string {
    const text = Array.from({ length: words }, () => this.word() + (this.chance(0.07) ? ',' : '')).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/,$/, '')}.`;
  }

  paragraph(sentences: number): string {
    return Array.from({ length: sentences }, () => this.sentence(8 + Math.floor(this.#random() * 14))).join(' ');
  }
}

const NOVEL = join('test', 'books', 'whole', 'novel.html');

/**
 * Returns a novel with about twelve pages per chapter: recto starts, drop caps, running heads, a line grid,
 * justification and hyphenation.
 */
export function novel(chapters: number): string {
  const writer = new Writer(1);
  const fixture = readFileSync(NOVEL, 'utf8');
  const head = fixture.slice(0, fixture.indexOf('<section>'));
  const chapter = (_: unknown, i: number): string => {
    const paragraphs = Array.from({ length: 44 }, () => `<p>${writer.paragraph(4)}</p>`);
    return `<section><h2><small>Chapter ${i + 1}</small> ${writer.sentence(4)}</h2>${paragraphs.join('\n')}</section>`;
  };
  return head + Array.from({ length: chapters }, chapter).join('\n');
}

const REFERENCE_STYLE = `
@page { size: A5; margin: 18mm 16mm; @top-center { content: string(chapter); font-size: 8pt } @bottom-center { content: counter(page) ' / ' counter(pages) } }
@page :left { @top-left { content: string(section, first) } }
@page front { @bottom-center { content: counter(page, lower-roman) } }
body { font: 10pt/1.35 serif; text-align: justify; hyphens: auto }
nav { page: front }
h1 { break-before: right; string-set: chapter content() }
h2 { string-set: section content() }
main { counter-reset: page 1 }
.note { float: footnote; font-size: 8pt }
nav a::after { content: leader(dotted) target-counter(attr(href), page) }
#index { columns: 2; font-size: 8pt }
#index a::after { content: target-counter(attr(href), page) }`;

/** Returns a book with about seven pages per chapter, whose contents and index show page numbers. */
export function referenceBook(chapters: number): string {
  const writer = new Writer(2);
  const terms = new Map<string, string[]>();
  const contents: string[] = [];
  let marks = 0;
  const note = (): string => `<span class=note>${writer.sentence(14)}</span>`;
  const term = (): string => {
    const word = writer.word();
    const id = `i${marks++}`;
    terms.set(word, [...(terms.get(word) ?? []), id]);
    return `<span id=${id}>${word}</span>`;
  };
  const paragraph = (): string =>
    `<p>${[1, 2, 3, 4].map(() => `${writer.paragraph(2)}${writer.chance(0.07) ? note() : ''} ${writer.chance(0.12) ? term() : ''}`).join(' ')}</p>`;
  const headed = (tag: 'h1' | 'h2', id: string, text: string): string => {
    contents.push(`<li><a href="#${id}">${text}</a>`);
    return `<${tag} id=${id}>${text}</${tag}>`;
  };
  const chapter = (_: unknown, c: number): string => {
    const sections = [1, 2, 3, 4].map(
      (s) => headed('h2', `s${c}-${s}`, writer.sentence(3)) + [1, 2, 3, 4, 5, 6, 7].map(paragraph).join(''),
    );
    return headed('h1', `c${c}`, writer.sentence(4)) + sections.join('');
  };
  const body = Array.from({ length: chapters }, chapter).join('\n');
  const entries = [...terms]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, ids]) => `<li>${word} ${ids.map((id) => `<a href="#${id}"></a>`).join(', ')}`);
  return `<!doctype html><html lang=en><title>Book</title><style>${REFERENCE_STYLE}</style>
<nav><h1>Contents</h1><ol>${contents.join('')}</ol></nav><main>${body}</main><h1>Index</h1><ul id=index>${entries.join('')}</ul>`;
}
