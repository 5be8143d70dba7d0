/** Which pages of a round hold good when texts of some boxes change. */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { OpenContents } from '../boxes/open-contents.ts';
import { forgetResults } from '../layout/layout-cache.ts';
import { EarlierPages } from './earlier-pages.ts';
import type { Draft } from './page-flow.ts';
import { NO_NOTES, type Watched } from './page-notes.ts';

const NOTHING: Watched = { elements: new Set(), boxes: new Set() };

/** What pages must note so that the change of an open text can be followed. */
export function watchedIn(open: OpenContents | null): Watched {
  if (open === null) return NOTHING;
  return { elements: open.elements, boxes: new Set([...open.containers()].map(outermostSizedByContents)) };
}

/**
 * The pages that don't change with the texts of `containers`, whose layout is forgotten. Not among them: those that show such a box, or one around it
 * that is sized by its contents; and the page before, where it may have been tried and found too high.
 */
export function pagesWithout(containers: readonly Box[], drafts: readonly Draft[], watched: Watched): EarlierPages {
  const changed = new Set(containers.map(outermostSizedByContents));
  containers.forEach(forgetUpwards());
  const stale = new Set<Draft>();
  const found = new Set<Box>();
  let before: Draft | null = null;
  for (const draft of drafts) {
    if (draft.filled === null) continue;
    for (const box of (draft.filled.notesFor(watched) ?? NO_NOTES).boxes) {
      if (!changed.has(box)) continue;
      found.add(box);
      stale.add(draft);
      if (before !== null) stale.add(before);
    }
    before = draft;
  }
  if (found.size < changed.size) return new EarlierPages([]);
  return new EarlierPages(drafts.flatMap((draft) => (draft.filled === null || stale.has(draft) ? [] : [draft.filled])));
}

/** The outermost of a box and those around it whose sizes hang on all their contents, so on what comes pages later too. */
function outermostSizedByContents(box: Box): Box {
  let outermost = box;
  for (let b: Box | null = box; b !== null; b = b.parent) if (!isPlainFlow(b)) outermost = b;
  return outermost;
}

const APART =
  BoxFlag.NewFormattingContext | BoxFlag.Float | BoxFlag.OutOfFlow | BoxFlag.AtomicInline | BoxFlag.Footnote;

/** A block as wide as it is given, laid out from its start to its end. */
function isPlainFlow(box: Box): boolean {
  if (box.kind === BoxKind.Inline || box.has(BoxFlag.Root)) return true;
  return box.kind === BoxKind.Block && !box.has(APART);
}

/** Forgets the layout of boxes and of all around them, of each once. */
function forgetUpwards(): (box: Box) => void {
  const forgotten = new Set<Box>();
  return (box) => {
    for (let b: Box | null = box; b !== null && !forgotten.has(b); b = b.parent) {
      forgotten.add(b);
      forgetResults(b);
    }
  };
}
