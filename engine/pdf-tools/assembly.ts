/** Assembles a file from pages of other files, with everything that belongs to them. */
import type { Budget } from '../budget.ts';
import type { FileEncryption } from '../pdf/encryption.ts';
import { ObjectCopier } from '../pdf-source/object-copier.ts';
import type { PdfSource } from '../pdf-source/open-pdf.ts';
import type { SourcePage } from '../pdf-source/page-tree.ts';
import {
  dictionaryText,
  numberOf,
  type RawDictionary,
  readArray,
  readDictionary,
  referenceOf,
  toHex,
} from '../pdf-source/pdf-syntax.ts';
import { Destinations } from './destinations.ts';
import { type FormParts, formOf } from './form-parts.ts';
import { type OutlineItem, outlineOf, writeOutline } from './outline-items.ts';
import { type PageLabel, pageLabelsOf, pageLabelTree, plainLabel } from './page-label-list.ts';
import { PdfOutput } from './pdf-output.ts';
import type { DroppedPart } from './results.ts';
import { type StructureParts, structureOf } from './structure-parts.ts';
import { arrayOf, namesOf, nameTree, textString } from './trees.ts';

/** Pages of a file, counted from 0, in the order in which they are wanted. */
export interface Part {
  readonly source: PdfSource;
  /** Names the file in reports. */
  readonly name: string;
  readonly pages: readonly number[];
}

interface AssemblyOptions {
  /** The title of the new file; undefined: the first file's. */
  readonly title?: string | undefined;
  /** Adds an outline item per part, with the part's own outline below it. */
  readonly bookmarks?: boolean;
  /** Encrypts the new file. */
  readonly encryption?: FileEncryption | undefined;
  /** Draws over or under a page: see `PageDrawing`. */
  readonly draw?: (page: number, entries: SourcePage, output: PdfOutput) => PageDrawing | null;
}

/** Additional drawing on a page. */
export interface PageDrawing {
  /** The reference of a form, and the content that draws it as `name`. */
  readonly form: string;
  readonly name: string;
  readonly content: string;
  readonly isBelow: boolean;
}

/** Entries of a catalog that are copied or merged. Others are reported. */
const HANDLED = new Set(
  'Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines AcroForm StructTreeRoot MarkInfo Lang OutputIntents OCProperties AF Metadata PieceInfo'.split(
    ' ',
  ),
);
const DROPPED_ENTRIES: ReadonlyMap<string, string> = new Map([
  ['OpenAction', 'the action that runs when the file is opened'],
  ['AA', 'actions of the document'],
  ['Threads', 'article threads'],
  ['Collection', 'the portfolio view'],
  ['Perms', 'signature permissions'],
  ['DSS', 'validation data of signatures'],
]);
/** Entries of pages that aren't copied. */
const PAGE_ONLY = ['Parent', 'Annots', 'B', 'AA', 'PieceInfo'];
/** An object without these names needs no change. */
const NEEDS_CHANGE = /\/(?:StructParent|Dest|GoTo|Kids|Sig|K|T)(?![A-Za-z])|\/StructParents/;

/** A file whose pages are copied. */
class Origin {
  readonly part: Part;
  readonly copier: ObjectCopier;
  readonly destinations: Destinations;
  readonly catalog: RawDictionary;
  readonly structure: StructureParts | null;
  readonly form: FormParts | null;
  /** Added to the keys of the parent tree. */
  structureOffset = 0;
  readonly renamedFields = new Map<number, string>();
  /** The object numbers of the new pages, by the page of the file. */
  readonly newPages = new Map<number, number>();
  /** Whether links to omitted pages were dropped. */
  losesLinks = false;
  private readonly drawn: ReadonlySet<number>;

  constructor(part: Part, output: PdfOutput, root: number, budget: Budget) {
    const { source, pages } = part;
    const { reader } = source;
    this.part = part;
    this.drawn = new Set(pages);
    this.catalog = reader.dictionary(reader.trailer.get('Root'));
    this.copier = new ObjectCopier(reader, output, (value, id) => this.adapted(value, id));
    this.destinations = new Destinations(reader, budget);
    for (const id of source.nodes) this.copier.replace(id, root);
    source.pages.forEach(({ id }, i) => {
      if (!this.drawn.has(i)) return this.copier.replace(id, null);
      const made = output.reserve();
      this.newPages.set(i, made);
      this.copier.replace(id, made);
    });
    source.pages.forEach((page, i) => this.omitAnnotations(page, this.drawn.has(i), budget));
    this.form = formOf(reader, this.copier, budget, this.keepsAll);
    this.structure = structureOf(reader, this.copier, budget, this.keepsAll);
  }

  get keepsAll(): boolean {
    return this.drawn.size === this.part.source.pages.length;
  }

  /** Omits the annotations of omitted pages, and links to them. */
  private omitAnnotations({ entries }: SourcePage, isKept: boolean, budget: Budget): void {
    if (this.keepsAll) return;
    const { reader } = this.part.source;
    for (const reference of entries.has('Annots') ? arrayOf(reader, entries.get('Annots')) : []) {
      budget.tick();
      const id = referenceOf(reference);
      if (id === null) continue;
      if (!isKept) {
        this.copier.replace(id, null);
        continue;
      }
      const value = reader.resolve(reference);
      if (!value.startsWith('<<')) continue;
      const annotation = readDictionary(value);
      if (annotation.get('Subtype') !== '/Link') continue;
      const page = this.destinations.pageOf(this.destinations.of(annotation));
      if (page === null || !this.copier.omits(page)) continue;
      this.copier.replace(id, null);
      this.losesLinks = true;
    }
  }

  /** Changes an object so that it fits into the new file. */
  private adapted(value: string, id: number): string {
    if (!value.startsWith('<<') || !NEEDS_CHANGE.test(value)) return value;
    const entries = readDictionary(value);
    this.adapt(entries, id);
    return dictionaryText(entries);
  }

  adapt(entries: RawDictionary, id: number): void {
    for (const key of ['StructParents', 'StructParent']) {
      const given = entries.get(key);
      if (given === undefined) continue;
      if (this.structure === null) entries.delete(key);
      else entries.set(key, String(numberOf(this.part.source.reader.resolve(given), 0) + this.structureOffset));
    }
    this.destinations.spellOut(entries);
    const kids = entries.get('Kids');
    if (kids?.startsWith('['))
      entries.set(
        'Kids',
        `[${readArray(kids)
          .filter((kid) => !this.copier.omits(referenceOf(kid) ?? -1))
          .join(' ')}]`,
      );
    const changed = this.structure?.changedKids.get(id);
    if (changed !== undefined) entries.set('K', changed);
    const name = this.renamedFields.get(id);
    if (name !== undefined) entries.set('T', textString(name));
    // The new file isn't the one that was signed.
    if (entries.get('FT') === '/Sig') entries.delete('V');
  }
}

export interface Assembled {
  readonly pdf: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  readonly dropped: DroppedPart[];
}

/** Returns a new file with these pages. */
export function assemble(parts: readonly Part[], options: AssemblyOptions, budget: Budget): Assembled {
  return new Assembly(parts, options, budget).file();
}

class Assembly {
  private readonly parts: readonly Part[];
  private readonly options: AssemblyOptions;
  private readonly budget: Budget;
  private readonly output: PdfOutput;
  private readonly tree: number;
  private readonly origins: Origin[];
  private readonly dropped = new Map<string, DroppedPart>();
  private readonly catalog: RawDictionary = new Map([['Type', '/Catalog']]);
  private structureRoot: number | undefined;
  private structureWrapper: number | undefined;
  private nextParent = 0;

  constructor(parts: readonly Part[], options: AssemblyOptions, budget: Budget) {
    this.parts = parts;
    this.options = options;
    this.budget = budget;
    const { encryption = null } = options;
    const version = parts.some(({ source }) => isNewer(source)) ? '2.0' : '1.7';
    this.output = new PdfOutput(version, budget, encryption);
    // AES-256 is an extension of PDF 1.7 (Adobe Supplement to ISO 32000, extension level 8).
    if (encryption !== null && version === '1.7')
      this.catalog.set('Extensions', '<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>');
    this.tree = this.output.reserve();
    this.origins = parts.map((part) => new Origin(part, this.output, this.tree, budget));
  }

  file(): Assembled {
    const { output, catalog } = this;
    // The decisions made before objects are copied.
    this.placeStructures();
    const fields = this.fields();
    const { kids, labels } = this.pages();
    output.write(
      this.tree,
      `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]>>`,
      null,
    );
    catalog.set('Pages', `${this.tree} 0 R`);
    if (labels !== null) catalog.set('PageLabels', pageLabelTree(labels));
    this.outline();
    this.names();
    this.form(fields);
    this.structure();
    this.layers();
    this.copyEntries();
    this.reportEntries();
    for (const { copier, part } of this.origins) {
      copier.copyAll();
      if (copier.brokenObjects > 0) this.drop(part, 'broken objects');
    }
    const root = output.add(dictionaryText(catalog));
    const pdf = output.finish(root, output.add(this.information()));
    return { pdf, pages: kids.length, dropped: [...this.dropped.values()] };
  }

  private drop({ name }: Part, what: string): void {
    this.dropped.set(`${name}\0${what}`, { file: name, what });
  }

  private pages(): { readonly kids: number[]; readonly labels: PageLabel[] | null } {
    const kids: number[] = [];
    const labels: PageLabel[] = [];
    let isLabeled = false;
    for (const origin of this.origins) {
      const { source, pages } = origin.part;
      const own = pageLabelsOf(source.reader, this.budget, source.pages.length);
      isLabeled ||= own !== null;
      const seen = new Set<number>();
      for (const page of pages) {
        labels.push(own?.[page] ?? plainLabel(page + 1));
        const id = seen.has(page) ? this.output.reserve() : origin.newPages.get(page)!;
        this.writePage(origin, page, id, kids.length, seen.has(page));
        seen.add(page);
        kids.push(id);
      }
    }
    return { kids, labels: isLabeled ? labels : null };
  }

  /** `isCopy`: the page is in the file already. Annotations and tags belong to the first occurrence. */
  private writePage(origin: Origin, page: number, id: number, index: number, isCopy: boolean): void {
    this.budget.tick();
    const { copier, part } = origin;
    const { reader, pages } = part.source;
    const source = pages[page]!;
    const own: RawDictionary = new Map(source.entries);
    for (const name of PAGE_ONLY) own.delete(name);
    if (isCopy) own.delete('StructParents');
    if (source.entries.has('AA')) this.drop(part, 'actions of pages');
    origin.adapt(own, -1);
    const entries: RawDictionary = new Map([...own].map(([name, value]) => [name, copier.value(value)]));
    const annotations = source.entries.has('Annots') ? arrayOf(reader, source.entries.get('Annots')) : [];
    if (isCopy && annotations.length > 0) this.drop(part, 'annotations of repeated pages');
    const kept = isCopy ? [] : annotations.filter((item) => !copier.omits(referenceOf(item) ?? -1));
    if (kept.length > 0)
      entries.set('Annots', `[${kept.map((item) => copier.value(this.direct(origin, item))).join(' ')}]`);
    const drawing = this.options.draw?.(index, source, this.output) ?? null;
    if (drawing !== null) this.drawOn(origin, source, entries, drawing);
    entries.set('Parent', `${this.tree} 0 R`).set('Type', '/Page');
    this.output.write(id, dictionaryText(entries), null);
  }

  /** Returns an annotation that is a direct object with its changes. */
  private direct(origin: Origin, item: string): string {
    if (!item.startsWith('<<')) return item;
    const entries = readDictionary(item);
    origin.adapt(entries, -1);
    return dictionaryText(entries);
  }

  private drawOn({ copier, part }: Origin, page: SourcePage, entries: RawDictionary, drawing: PageDrawing): void {
    const { reader } = part.source;
    const resources = reader.resolve(page.entries.get('Resources'));
    const all: RawDictionary = resources.startsWith('<<') ? readDictionary(resources) : new Map();
    const named = reader.resolve(all.get('XObject'));
    const forms: RawDictionary = named.startsWith('<<') ? readDictionary(named) : new Map();
    for (const [name, value] of forms) forms.set(name, copier.value(value));
    forms.set(drawing.name, drawing.form);
    const others = [...all].map(([name, value]): [string, string] => [name, copier.value(value)]);
    entries.set('Resources', dictionaryText(new Map([...others, ['XObject', dictionaryText(forms)]])));
    const add = (content: string): string =>
      this.output.addStream(
        new Map(),
        Uint8Array.from(content, (character) => character.charCodeAt(0)),
      );
    const given = page.entries.get('Contents');
    const streams = given === undefined ? [] : reader.resolve(given).startsWith('[') ? arrayOf(reader, given) : [given];
    const contents = streams.map((stream) => copier.value(stream));
    const content = `/Artifact BMC\nq\n${drawing.content}\nQ\nEMC\n`;
    const list = drawing.isBelow
      ? [add(`${content}q\n`), ...contents, add('\nQ\n')]
      : [add('q\n'), ...contents, add(`\nQ\n${content}`)];
    entries.set('Contents', `[${list.join(' ')}]`);
  }

  private outline(): void {
    const items: OutlineItem[] = [];
    for (const { part, copier, destinations, newPages } of this.origins) {
      const own = outlineOf({ reader: part.source.reader, copier, destinations }, this.budget);
      if (!this.options.bookmarks) items.push(...own);
      else {
        const first = newPages.get(part.pages[0]!);
        const entries: RawDictionary = new Map([['Title', textString(part.name)]]);
        if (first !== undefined) entries.set('Dest', `[${first} 0 R/Fit]`);
        items.push({ level: 1, isOpen: false, entries });
        items.push(...own.map((item) => ({ ...item, level: item.level + 1 })));
      }
    }
    const outline = writeOutline(this.output, items);
    if (outline !== null) this.catalog.set('Outlines', outline).set('PageMode', '/UseOutlines');
  }

  private names(): void {
    const destinations = new Map<string, string>();
    const files = new Map<string, string>();
    const fileNames = new FreeNames();
    for (const { part, copier, destinations: own, catalog } of this.origins) {
      for (const [name] of own.named) {
        this.budget.tick();
        const array = own.explicit(`<${toHex(name)}>`);
        const page = array === null ? null : referenceOf(readArray(array)[0]);
        if (array === null || page === null || copier.omits(page)) continue;
        if (!destinations.has(name)) destinations.set(name, copier.value(array));
        else this.drop(part, 'names of destinations that another file also uses');
      }
      const { reader } = part.source;
      const given = reader.resolve(catalog.get('Names'));
      if (!given.startsWith('<<')) continue;
      const trees = readDictionary(given);
      for (const [name, value] of namesOf(reader, this.budget, trees.get('EmbeddedFiles')))
        files.set(fileNames.free(name), copier.value(value));
      if (trees.has('JavaScript')) this.drop(part, 'scripts');
    }
    const trees: RawDictionary = new Map();
    if (destinations.size > 0) trees.set('Dests', nameTree(destinations));
    if (files.size > 0) trees.set('EmbeddedFiles', nameTree(files));
    if (trees.size > 0) this.catalog.set('Names', dictionaryText(trees));
  }

  /** Returns the references of the top-level fields. Equal names in other files get a number. */
  private fields(): string[] {
    const names = new FreeNames();
    return this.origins.flatMap(({ form, copier, part, renamedFields }) => {
      if (form === null) return [];
      if (form.hasSignatures) this.drop(part, 'signatures');
      if (form.hasXfa) this.drop(part, 'XFA forms');
      for (const { id, name } of form.fields) {
        const free = names.free(name);
        if (free === name) continue;
        renamedFields.set(id, free);
        this.drop(part, 'names of fields that another file also uses');
      }
      return form.fields.map(({ id }) => copier.reference(id));
    });
  }

  private form(fields: readonly string[]): void {
    if (fields.length === 0) return;
    const form: RawDictionary = new Map();
    const fonts: RawDictionary = new Map();
    for (const { form: own, copier, part } of this.origins) {
      if (own === null) continue;
      for (const name of ['DA', 'Q', 'NeedAppearances'])
        if (own.form.has(name) && !form.has(name)) form.set(name, copier.value(own.form.get(name)!));
      const resources = part.source.reader.resolve(own.form.get('DR'));
      if (!resources.startsWith('<<')) continue;
      const known = part.source.reader.resolve(readDictionary(resources).get('Font'));
      if (known.startsWith('<<'))
        for (const [name, value] of readDictionary(known)) if (!fonts.has(name)) fonts.set(name, copier.value(value));
    }
    if (fonts.size > 0) form.set('DR', `<</Font${dictionaryText(fonts)}>>`);
    form.set('Fields', `[${fields.join(' ')}]`);
    this.catalog.set('AcroForm', this.output.add(dictionaryText(form)));
  }

  /** Gives every tagged file its range of the parent tree, and one root to all of them. */
  private placeStructures(): void {
    let next = 0;
    const tagged = this.origins.filter(({ structure }) => structure !== null).length;
    for (const origin of this.origins) {
      if (origin.structure === null) continue;
      origin.structureOffset = next;
      next += 1 + Math.max(-1, ...lastKeys(origin.structure));
      this.structureRoot ??= this.output.reserve();
      if (origin.structure.root !== null) origin.copier.replace(origin.structure.root, this.structureParent(tagged));
    }
    this.nextParent = next;
  }

  /** Returns the parent of the files' structures: the root of one file, a document element around those of several. */
  private structureParent(tagged: number): number {
    if (tagged === 1) return this.structureRoot!;
    this.structureWrapper ??= this.output.reserve();
    return this.structureWrapper;
  }

  private structure(): void {
    const root = this.structureRoot;
    if (root === undefined) return;
    const kids: string[] = [];
    const parents: string[] = [];
    const roles: RawDictionary = new Map();
    const classes: RawDictionary = new Map();
    const ids = new Map<string, string>();
    const namespaces: string[] = [];
    for (const { structure, copier, structureOffset, part } of this.origins) {
      if (structure === null) {
        this.drop(part, 'complete tagging, because this file has no tags');
        continue;
      }
      const { reader } = part.source;
      kids.push(...structure.kids.map((kid) => copier.value(kid)));
      for (const [key, value] of structure.parents) {
        const array = reader.resolve(value);
        const text = copier.value(array.startsWith('[') ? array : value);
        if (!/^\[(?:\s*null)*\s*\]$|^null$/.test(text)) parents.push(`${key + structureOffset} ${text}`);
      }
      for (const [into, name] of [
        [roles, 'RoleMap'],
        [classes, 'ClassMap'],
      ] as const) {
        const map = reader.resolve(structure.entries.get(name));
        if (!map.startsWith('<<')) continue;
        for (const [role, value] of readDictionary(map)) {
          const copied = copier.value(value);
          if (!into.has(role)) into.set(role, copied);
          else if (name === 'RoleMap' && into.get(role) !== copied)
            this.drop(part, 'roles that another file defines too');
        }
      }
      for (const [id, value] of structure.ids)
        if (!copier.omits(referenceOf(value) ?? -1)) ids.set(id, copier.value(value));
      for (const namespace of arrayOf(reader, structure.entries.get('Namespaces')))
        namespaces.push(copier.value(namespace));
    }
    if (this.structureWrapper !== undefined)
      this.output.write(
        this.structureWrapper,
        `<</Type/StructElem/S/Document/P ${root} 0 R/K[${kids.join(' ')}]>>`,
        null,
      );
    const entries: RawDictionary = new Map([
      ['Type', '/StructTreeRoot'],
      ['K', this.structureWrapper === undefined ? `[${kids.join(' ')}]` : `${this.structureWrapper} 0 R`],
      ['ParentTree', this.output.add(`<</Nums[${parents.join('\n')}]>>`)],
      ['ParentTreeNextKey', String(this.nextParent)],
    ]);
    if (roles.size > 0) entries.set('RoleMap', dictionaryText(roles));
    if (classes.size > 0) entries.set('ClassMap', dictionaryText(classes));
    if (ids.size > 0) entries.set('IDTree', nameTree(ids));
    if (namespaces.length > 0) entries.set('Namespaces', `[${namespaces.join(' ')}]`);
    this.output.write(root, dictionaryText(entries), null);
    this.catalog.set('StructTreeRoot', `${root} 0 R`).set('MarkInfo', '<</Marked true>>');
  }

  /** Joins the optional content of all files. */
  private layers(): void {
    const groups: string[] = [];
    const lists = new Map<string, string[]>();
    for (const { part, copier, catalog } of this.origins) {
      const { reader } = part.source;
      const value = reader.resolve(catalog.get('OCProperties'));
      if (!value.startsWith('<<')) continue;
      const properties = readDictionary(value);
      groups.push(...arrayOf(reader, properties.get('OCGs')).map((group) => copier.value(group)));
      const view = reader.resolve(properties.get('D'));
      if (!view.startsWith('<<')) continue;
      const entries = readDictionary(view);
      for (const name of ['ON', 'OFF', 'Order', 'RBGroups', 'Locked', 'AS'])
        if (entries.has(name))
          lists.set(name, [
            ...(lists.get(name) ?? []),
            ...arrayOf(reader, entries.get(name)).map((item) => copier.value(item)),
          ]);
      if (properties.has('Configs') || (entries.get('BaseState') ?? '/ON') !== '/ON')
        this.drop(part, 'views of layers');
    }
    if (groups.length === 0) return;
    const view = [...lists].map(([name, items]) => `/${name}[${items.join(' ')}]`).join('');
    this.catalog.set('OCProperties', `<</OCGs[${groups.join(' ')}]/D<<${view}>>>>`);
  }

  /** Copies entries that only one file can provide. */
  private copyEntries(): void {
    const files: string[] = [];
    for (const { part, copier, catalog } of this.origins) {
      const { reader } = part.source;
      files.push(...(catalog.has('AF') ? arrayOf(reader, catalog.get('AF')) : []).map((file) => copier.value(file)));
      for (const name of ['ViewerPreferences', 'PageLayout', 'PageMode', 'Lang', 'OutputIntents']) {
        const given = catalog.get(name);
        if (given === undefined) continue;
        if (!this.catalog.has(name)) this.catalog.set(name, copier.value(given));
        else if (name === 'OutputIntents') this.drop(part, 'the output intent, in favor of the first one');
        else if (
          name === 'Lang' &&
          this.origins[0]!.part.source.reader.resolve(this.origins[0]!.catalog.get('Lang')) !== reader.resolve(given)
        )
          this.drop(part, 'the language of the document, in favor of the first one');
      }
    }
    if (files.length > 0) this.catalog.set('AF', `[${files.join(' ')}]`);
  }

  private reportEntries(): void {
    for (const { part, catalog, losesLinks } of this.origins) {
      for (const name of catalog.keys())
        if (!HANDLED.has(name))
          this.drop(part, DROPPED_ENTRIES.get(name) ?? `the entry ${name.slice(0, 40)} of the catalog`);
      if (losesLinks) this.drop(part, 'links to pages that are left out');
      const claims = claimedStandards(part.source);
      if (claims.length > 0) this.drop(part, `the claim to conform to ${claims.join(' and ')}`);
    }
  }

  private information(): string {
    const { reader } = this.parts[0]!.source;
    const value = reader.resolve(reader.trailer.get('Info'));
    const given = value.startsWith('<<') ? readDictionary(value) : new Map<string, string>();
    const entries: RawDictionary = new Map([['Producer', '(Pagewright)']]);
    for (const name of ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'CreationDate']) {
      const text = reader.resolve(given.get(name));
      if (text.startsWith('(') || (text.startsWith('<') && !text.startsWith('<<'))) entries.set(name, text);
    }
    if (this.options.title !== undefined) entries.set('Title', textString(this.options.title));
    return dictionaryText(entries);
  }
}

function lastKeys({ parents }: StructureParts): number[] {
  const last = parents[parents.length - 1];
  return last === undefined ? [] : [last[0]];
}

/** Adds a number to names that are already used. */
class FreeNames {
  private readonly counts = new Map<string, number>();

  free(name: string): string {
    let free = name;
    let count = this.counts.get(name) ?? 0;
    while (this.counts.has(free)) free = `${name} (${++count + 1})`;
    this.counts.set(name, count);
    if (free !== name) this.counts.set(free, 0);
    return free;
  }
}

/** Returns whether a file uses PDF 2.0. */
export const isNewer = ({ reader }: PdfSource): boolean =>
  new TextDecoder('latin1').decode(reader.bytes.subarray(0, 8)) === '%PDF-2.0';

const STANDARDS: readonly (readonly [RegExp, string])[] = [
  [/pdfaid:part(?:>|=["'])\s*(\d)/, 'PDF/A-'],
  [/pdfuaid:part(?:>|=["'])\s*(\d)/, 'PDF/UA-'],
  [/pdfxid:GTS_PDFXVersion(?:>|=["'])\s*(PDF\/X-\d)/, ''],
];
/** Bytes of metadata that are searched. */
const MAX_METADATA = 1 << 18;

/** Returns the standards that a file's metadata names, such as `PDF/A-2`. */
export function claimedStandards({ reader }: PdfSource): string[] {
  const id = referenceOf(reader.dictionary(reader.trailer.get('Root')).get('Metadata'));
  if (id === null || reader.object(id).stream === null) return [];
  const xml = new TextDecoder().decode(reader.streamData(id).subarray(0, MAX_METADATA));
  return STANDARDS.flatMap(([pattern, name]) => {
    const match = pattern.exec(xml);
    return match === null ? [] : [`${name}${match[1]}`];
  });
}
