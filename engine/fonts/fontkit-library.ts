/**
 * Loads fontkit, which reads the fonts that documents and callers bring. Bundled fonts don't need it: their facts are in
 * the manifest, and HarfBuzz draws them.
 */
export type Fontkit = typeof import('fontkit');

export const loadFontkit = (): Promise<Fontkit> => import('fontkit');
