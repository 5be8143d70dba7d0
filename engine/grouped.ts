/** Adds a value to the list of a key, and creates the list for the first one. */
export function addTo<K, V>(
  lists: { get(key: K): V[] | undefined; set(key: K, list: V[]): unknown },
  key: K,
  value: V,
): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
