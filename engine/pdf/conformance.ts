/**
 * Checks a document against the standards of its profile. Pagewright refuses a document that violates them, and lists
 * every violation, rather than write a false claim of conformance.
 */
import type { SourcePosition } from '../diagnostics.ts';
import { issueAt, RenderError, type RenderIssue } from '../errors.ts';
import { codePointName } from '../fonts/characters.ts';
import type { GlyphPlacement } from '../paint/display-list.ts';
import type { Profile } from '../profile.ts';
import { positionOf, type Structure } from '../semantics/structure.ts';
import { type Fact, type Standard, standardsOf } from './conformance-rules.ts';

/** Exceeds the number of entries that anyone would read at once. */
const MAX_ISSUES = 200;
const LISTED = 20;

export class Conformance {
  private readonly name: string;
  private readonly standards: readonly Standard[];
  private readonly issues = new Map<string, RenderIssue>();
  /** The first position of each character that no font has, by its name in diagnostics. */
  private readonly missing = new Map<string, SourcePosition | null>();

  constructor(profile: Profile) {
    this.name = profile.name;
    this.standards = standardsOf(profile);
  }

  get isViolated(): boolean {
    return this.issues.size > 0;
  }

  /** Checks a fact about the content at a position, or about the whole document. */
  check(fact: Fact, at: SourcePosition | null = null): void {
    for (const { name, rules } of this.standards)
      for (const { on, clause, fix, violation } of rules) {
        const message = on === fact.type ? violation(fact) : null;
        if (message !== null) this.add(message, at, clause === '' ? name : `${name}, ${clause}`, fix);
      }
  }

  private add(message: string, at: SourcePosition | null, rule: string, fix: string): void {
    const issue = issueAt(at, 'profile_violation', message);
    const key = JSON.stringify(issue);
    const known = this.issues.get(key);
    if (known === undefined && this.issues.size >= MAX_ISSUES) return;
    const { rules = [] } = known ?? {};
    if (!rules.includes(rule)) this.issues.set(key, { ...issue, rules: [...rules, rule], fix });
  }

  /** Checks the alternative texts of all elements. */
  checkStructure({ root }: Structure): void {
    const stack = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node.facts?.lacksAlternate) this.check({ type: 'withoutAlternative', role: node.role }, positionOf(node));
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
  }

  /** Records the characters of glyphs that their face lacks. */
  noteGlyphs({ run, start, end, paragraph }: GlyphPlacement, at: SourcePosition | null): void {
    for (let i = start; i < end; i++) {
      if (run.glyphIds[i] !== 0 || this.missing.size >= MAX_ISSUES) continue;
      const code = paragraph.codePointAt(run.clusters[i]!);
      if (code === undefined) continue;
      const name = codePointName(code);
      if (!this.missing.has(name)) this.missing.set(name, at);
    }
  }

  /**
   * Ends the checks. `lacksGlyphs`: whether a font of the file lacks a glyph that the text uses.
   *
   * @throws RenderError `profile_violation` with all violations.
   */
  finish(lacksGlyphs: boolean): void {
    if (lacksGlyphs) {
      for (const [character, at] of this.missing) this.check({ type: 'missingGlyph', character }, at);
      if (this.missing.size === 0) this.check({ type: 'missingGlyph', character: null });
    }
    if (!this.isViolated) return;
    const issues = [...this.issues.values()];
    const listed = issues
      .slice(0, LISTED)
      .map(({ message, line }) => (line === null ? message : `${message}, line ${line}`));
    if (issues.length > LISTED) listed.push(`${issues.length - LISTED} more`);
    throw new RenderError('profile_violation', `The document violates ${this.name}: ${listed.join('; ')}.`, { issues });
  }
}
