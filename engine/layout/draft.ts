/** The same object while it is being made, by those who copy all of its fields. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
