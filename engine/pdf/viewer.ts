/** Converts viewer options to the settings with which readers open a file (ISO 32000-1 §12.2 and §7.7.2). */
import type { ViewerOptions } from '../render-options.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';

const LAYOUTS = {
  single: 'SinglePage',
  continuous: 'OneColumn',
  'two-pages': 'TwoPageLeft',
  'two-pages-cover': 'TwoPageRight',
  'two-columns': 'TwoColumnLeft',
  'two-columns-cover': 'TwoColumnRight',
} as const;
const PANELS = {
  none: 'UseNone',
  outline: 'UseOutlines',
  thumbnails: 'UseThumbs',
  attachments: 'UseAttachments',
  'full-screen': 'FullScreen',
} as const;
const DUPLEX = { simplex: 'Simplex', 'short-edge': 'DuplexFlipShortEdge', 'long-edge': 'DuplexFlipLongEdge' } as const;

/** Returns the catalog entries. */
export function catalogEntries({ layout, panel }: ViewerOptions): { PageLayout?: string; PageMode?: string } {
  return {
    ...(layout === undefined ? {} : { PageLayout: LAYOUTS[layout] }),
    ...(panel === undefined ? {} : { PageMode: PANELS[panel] }),
  };
}

/** Returns the entries of the viewer preferences. `isFromRight`: pages progress from right to left, also in spreads. */
export function preferences(viewer: ViewerOptions, isFromRight: boolean): PdfDictionary {
  const { hideToolbar, hideMenubar, hideControls, fitWindow, centerWindow, printScaling, duplex } = viewer;
  return {
    HideToolbar: hideToolbar,
    HideMenubar: hideMenubar,
    HideWindowUI: hideControls,
    FitWindow: fitWindow,
    CenterWindow: centerWindow,
    Direction: isFromRight ? 'R2L' : undefined,
    PrintScaling: printScaling === 'none' ? 'None' : undefined,
    Duplex: duplex === undefined ? undefined : DUPLEX[duplex],
  };
}

/** Returns the view of the open action's destination, or null if the options don't set one. */
export function openView({ page, zoom }: ViewerOptions): PdfValue[] | null {
  if (page === undefined && zoom === undefined) return null;
  if (zoom === 'fit') return ['Fit'];
  if (zoom === 'width') return ['FitH', null];
  return ['XYZ', null, null, zoom ?? null];
}

/** Returns the action that prints the file when it is opened, after it shows a destination or runs an action. */
export function printAction(first: PdfValue | null): PdfValue {
  const print: PdfDictionary = { S: 'Named', N: 'Print' };
  if (first === null) return print;
  return Array.isArray(first) ? { S: 'GoTo', D: first, Next: print } : { ...(first as PdfDictionary), Next: print };
}
