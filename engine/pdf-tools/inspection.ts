/** Describes the contents of a file, and reports its errors. */
import type { Budget } from '../budget.ts';
import { ObjectCopier } from '../pdf-source/object-copier.ts';
import type { PdfSource } from '../pdf-source/open-pdf.ts';
import { contentStreams } from '../pdf-source/page-form.ts';
import { boxOf, pageArea } from '../pdf-source/page-tree.ts';
import { readDictionary, SyntaxProblem, textOf, withReferences } from '../pdf-source/pdf-syntax.ts';
import { decodeStream } from '../pdf-source/stream-filters.ts';
import { claimedStandards, isNewer } from './assembly.ts';
import { Destinations } from './destinations.ts';
import { formOf } from './form-parts.ts';
import { outlineOf } from './outline-items.ts';
import type { PdfInfo, PdfProblem } from './results.ts';
import { arrayOf, namesOf } from './trees.ts';

export function infoOf(source: PdfSource, budget: Budget): PdfInfo {
  const { reader, pages } = source;
  const catalog = reader.dictionary(reader.trailer.get('Root'));
  const value = reader.resolve(reader.trailer.get('Info'));
  const information = value.startsWith('<<') ? readDictionary(value) : new Map<string, string>();
  const text = (given: string | undefined): string | null => {
    const string = reader.resolve(given);
    return string.startsWith('(') || (string.startsWith('<') && !string.startsWith('<<')) ? textOf(string) : null;
  };
  const names = reader.resolve(catalog.get('Names'));
  const trees = names.startsWith('<<') ? readDictionary(names) : new Map<string, string>();
  const copier = new ObjectCopier(reader, { reserve: () => 1, write: () => undefined });
  const form = formOf(reader, copier, budget, true);
  const layers = reader.resolve(catalog.get('OCProperties'));
  const version = isNewer(source) ? '2.0' : new TextDecoder('latin1').decode(reader.bytes.subarray(5, 8));
  return {
    version: (catalog.get('Version') ?? `/${version}`).slice(1),
    pages: pages.map((page) => {
      const { width, height } = pageArea(reader, page);
      return { width, height };
    }),
    title: text(information.get('Title')),
    author: text(information.get('Author')),
    producer: text(information.get('Producer')),
    language: text(catalog.get('Lang')),
    isTagged: catalog.has('StructTreeRoot'),
    standards: claimedStandards(source),
    outlineItems: outlineOf({ reader, copier, destinations: new Destinations(reader, budget) }, budget).length,
    fields: form?.fields.length ?? 0,
    attachments: [...namesOf(reader, budget, trees.get('EmbeddedFiles')).keys()].map((name) => textOf(hexOf(name))),
    layers: layers.startsWith('<<') ? arrayOf(reader, readDictionary(layers).get('OCGs')).length : 0,
    hasSignatures: form?.hasSignatures ?? false,
    hasScripts: trees.has('JavaScript') || catalog.has('OpenAction') || catalog.has('AA'),
  };
}

const hexOf = (bytes: string): string =>
  `<${Array.from(bytes, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('')}>`;

/** The maximum number of problems reported. */
const MAX_PROBLEMS = 1000;
/** Bytes of one decoded stream. */
const MAX_STREAM = 1 << 28;

/** Checks that all objects can be read, refer to existing ones, and that the contents of pages can be decoded. */
export function problemsOf({ reader, pages }: PdfSource, budget: Budget): PdfProblem[] {
  const problems: PdfProblem[] = [];
  const add = (object: number | null, message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ object, message });
  };
  const attempt = (object: number, check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
      add(object, error.message);
    }
  };
  if (reader.isRecovered) add(null, 'the cross references are broken');
  const ids = new Set(reader.ids);
  const missing = new Map<number, number>();
  for (const id of ids) {
    budget.tick();
    attempt(id, () => {
      const { value, stream } = reader.object(id);
      withReferences(value, (target) => {
        if (!ids.has(target) && !missing.has(target)) missing.set(target, id);
        return '';
      });
      if (stream !== null && reader.hasWrongLength(id)) add(id, 'the length of the stream is wrong');
    });
  }
  for (const [target, id] of missing) add(id, `the object ${target}, to which it refers, is missing`);
  // Pages share streams, and one page can name a stream many times.
  const contents = new Set<number>();
  for (const page of pages) {
    if (boxOf(reader, page.entries.get('MediaBox')) === null) add(page.id, 'the page has no valid media box');
    for (const id of contentStreams(reader, page.entries.get('Contents'))) {
      budget.tick();
      if (contents.has(id)) continue;
      contents.add(id);
      attempt(id, () => {
        const { value, stream } = reader.object(id);
        if (stream === null) throw new SyntaxProblem('the content of the page is missing');
        budget.tickBy(decodeStream(reader, readDictionary(value), stream, MAX_STREAM).length / 64);
      });
    }
  }
  return problems;
}
