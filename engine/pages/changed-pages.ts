/** Determines which pages of a round stay valid when the text of some boxes changes. */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { OpenContents } from '../boxes/open-contents.ts';
import { forgetResults } from '../layout/cache/layout-cache.ts';
import { ReusablePages } from './reusable-pages.ts';
import type { Draft } from './page-flow.ts';
import { NO_NOTES, type Watched } from './page-notes.ts';

const NOTHING: Watched = { elements: new Set(), boxes: new Set() };

/** Returns the content that pages must record so that changes of open texts can be tracked. */
export function watchedIn(open: OpenContents | null): Watched {
  if (open === null) return NOTHING;
  return { elements: open.elements, boxes: new Set([...open.containers()].map(outermostSizedByContents)) };
}

/**
 * Returns the pages that don't depend on the texts of `containers`, and discards the layout of these boxes. Pages are
 * excluded if they show such a box or an ancestor that is sized by its contents. The page before is excluded too,
 * because the box may have been tried there.
 */
export function pagesWithout(containers: readonly Box[], drafts: readonly Draft[], watched: Watched): ReusablePages {
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
  if (found.size < changed.size) return new ReusablePages([]);
  return new ReusablePages(
    drafts.flatMap((draft) => (draft.filled === null || stale.has(draft) ? [] : [draft.filled])),
  );
}

/**
 * Returns the outermost ancestor, or the box itself, whose size depends on all its contents and thus on later pages.
 */
function outermostSizedByContents(box: Box): Box {
  let outermost = box;
  for (let b: Box | null = box; b !== null; b = b.parent) if (!isPlainFlow(b)) outermost = b;
  return outermost;
}

const APART =
  BoxFlag.NewFormattingContext | BoxFlag.Float | BoxFlag.OutOfFlow | BoxFlag.AtomicInline | BoxFlag.Footnote;

/** Returns whether a box is a block with a given inline size, laid out from start to end. */
function isPlainFlow(box: Box): boolean {
  if (box.kind === BoxKind.Inline || box.has(BoxFlag.Root)) return true;
  return box.kind === BoxKind.Block && !box.has(APART);
}

/** Returns a function that discards the layout of a box and its ancestors, each once. */
function forgetUpwards(): (box: Box) => void {
  const forgotten = new Set<Box>();
  return (box) => {
    for (let b: Box | null = box; b !== null && !forgotten.has(b); b = b.parent) {
      forgotten.add(b);
      forgetResults(b);
    }
  };
}
