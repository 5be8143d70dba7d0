/** How colors that a device lacks are replaced, in the order of ICC.1:2010 §7.2.15. */
export const RENDERING_INTENTS = ['perceptual', 'relative', 'saturation', 'absolute'] as const;

export type RenderingIntent = (typeof RENDERING_INTENTS)[number];
