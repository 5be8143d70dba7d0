/**
 * Collects violations of the requested profile. Pagewright refuses such a document and lists every position rather than
 * write a false conformance claim.
 */
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { issueAt, RenderError, type RenderIssue } from '../errors.ts';
import { codePointName } from '../fonts/characters.ts';
import type { GlyphPlacement } from '../paint/display-list.ts';
import type { Profile } from '../profile.ts';
import type { Structure, StructureNode } from '../semantics/structure.ts';
import type { ViewerOptions } from '../render-options.ts';
import type { UsedIntent } from './output-intent.ts';
import type { PdfMetadata } from './xmp.ts';

/** Records where a run shows characters that its face has no glyph for, keyed by the name that diagnostics use. */
export function noteMissing(
  { run, start, end, paragraph }: GlyphPlacement,
  at: SourcePosition | null,
  places: Map<string, SourcePosition | null>,
): void {
  for (let i = start; i < end; i++) {
    if (run.glyphIds[i] !== 0 || places.size >= MAX_BREACHES) continue;
    const code = paragraph.codePointAt(run.clusters[i]!);
    if (code === undefined) continue;
    const name = codePointName(code);
    if (!places.has(name)) places.set(name, at);
  }
}

/** More entries than anyone would read at once. */
const MAX_BREACHES = 200;
const LISTED = 20;

export class Breaches {
  private readonly profile: Profile;
  private readonly found = new Map<string, RenderIssue>();

  constructor(profile: Profile) {
    this.profile = profile;
  }

  add(message: string, at: SourcePosition | null = null): void {
    const issue = issueAt(at, 'profile_violation', message);
    const key = JSON.stringify(issue);
    if (this.found.size < MAX_BREACHES) this.found.set(key, issue);
  }

  /** @throws RenderError `profile_violation` if any breach was added. */
  refuse(): void {
    if (this.found.size === 0) return;
    const issues = [...this.found.values()];
    const listed = issues
      .slice(0, LISTED)
      .map(({ message, line }) => (line === null ? message : `${message}, line ${line}`));
    if (issues.length > LISTED) listed.push(`${issues.length - LISTED} more`);
    throw new RenderError('profile_violation', `The document violates ${this.profile.name}: ${listed.join('; ')}.`, {
      issues,
    });
  }
}

/** Returns whether the profile permits attachments. Some PDF/A parts and levels forbid files of every kind. */
export function mayCarryFiles({ archive, print }: Profile): boolean {
  if (print !== null) return false;
  return archive === null || archive.part === 3 || (archive.part === 4 && archive.level !== '');
}

/**
 * Checks everything that is known before painting starts. `attachments` is the number of files that the document
 * carries.
 */
export function checkDocument(
  profile: Profile,
  metadata: PdfMetadata,
  structure: Structure,
  attachments: number,
  breaches: Breaches,
): void {
  const { archive, accessible } = profile;
  if (accessible !== null) {
    if (metadata.title === '') breaches.add('the document has no title');
    if (metadata.language === '') breaches.add('the document has no language (lang)');
    checkAlternatives(structure.root, breaches);
  }
  if (archive === null) return;
  const { level } = archive;
  if (attachments > 0 && !mayCarryFiles(profile))
    breaches.add('attachments are allowed only in pdf/a-3, pdf/a-4e and pdf/a-4f');
  if (attachments === 0 && level === 'f') breaches.add('pdf/a-4f needs an attachment');
}

/**
 * Checks the options against what PDF/X-4 allows (ISO 15930-7). `attachments` is the number of files that the document
 * carries.
 */
export function checkPrint(
  asked: {
    readonly metadata: PdfMetadata;
    readonly encryption?: object | null;
    readonly forms?: boolean;
    readonly viewer?: ViewerOptions | null;
  },
  intent: UsedIntent | null,
  attachments: number,
  breaches: Breaches,
): void {
  if (asked.metadata.title === '') breaches.add('the document has no title');
  if (intent === null) breaches.add('PDF/X needs outputIntent: pass the ICC profile of the printing condition');
  else if (intent.deviceClass !== 'prtr')
    breaches.add('outputIntent must be the profile of a printer, not of a display');
  if (asked.encryption) breaches.add('PDF/X forbids encryption');
  if (asked.forms) breaches.add('PDF/X forbids form fields (forms)');
  if (attachments > 0) breaches.add('PDF/X forbids attachments');
  if (asked.viewer?.page !== undefined || asked.viewer?.zoom !== undefined)
    breaches.add('PDF/X forbids open actions (viewer.page, viewer.zoom)');
}

function checkAlternatives(root: StructureNode, breaches: Breaches): void {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.facts?.lacksAlternate) breaches.add(`${articleOf(node)} has no alternative text`, positionOf(node));
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
}

const articleOf = ({ role }: StructureNode): string =>
  role === 'Figure' ? 'an image' : role === 'Formula' ? 'a formula' : 'a form control';

/** Returns the position of the element, or of its nearest ancestor with a known position. */
export function positionOf(node: StructureNode): SourcePosition | null {
  for (let element = node.element; element !== null; element = element.parent)
    if (element.position !== null) return element.position;
  return null;
}

/**
 * Reports characters that no font has, because their .notdef box has no meaning. `places` maps each one to its first
 * occurrence.
 */
export function checkGlyphs(
  diagnostics: Diagnostics,
  places: ReadonlyMap<string, SourcePosition | null>,
  breaches: Breaches,
): void {
  const missing = diagnostics.about('font/missing-glyph');
  for (const { subject } of missing)
    breaches.add(`no font contains the character ${subject}`, places.get(subject) ?? null);
  if (missing.length === 0) breaches.add('a font lacks a glyph for a character');
}
