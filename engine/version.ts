/** The version of the package, which a test compares with package.json. */
export const ENGINE_VERSION = '0.1.0';
