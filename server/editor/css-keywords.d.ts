/** Made by the build from the reference of CSS properties. */
declare module 'css-keywords' {
  /** The keywords of each property, by its name. */
  export const KEYWORDS: Readonly<Record<string, readonly string[]>>;
}
