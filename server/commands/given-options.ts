/** The options of a command as a caller gave them, to name the command again in a message. */
import type { Command, Option } from 'commander';

/** Returns the options of the command line, quoted for a shell. `without` are long names: `update`. */
export function givenOptions(command: Command, without: readonly string[]): string {
  const given = command.options.filter(
    (option) =>
      // A former name also sets the current option.
      !option.hidden &&
      !without.includes(option.name()) &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return given.map((option) => words(option, command.getOptionValue(option.attributeName()))).join(' ');
}

function words(option: Option, value: unknown): string {
  const name = option.long ?? option.flags;
  if (typeof value === 'boolean') return name;
  return [value]
    .flat()
    .map((one) => `${name} ${shellWord(String(one))}`)
    .join(' ');
}

/** Quotes a word for a POSIX shell if it needs that. */
export const shellWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
