/** Counts the work of a module without timing it: how often its blocks (function bodies, loop bodies, branches) run. */
import { Session } from 'node:inspector/promises';

let imports = 0;

/**
 * Imports a separate copy of a module and returns the number of blocks that it executes in `run`. V8 counts the blocks
 * of functions that are compiled while it collects coverage, which is why the copy is necessary. The modules that it
 * imports are shared and not counted.
 */
export async function stepsIn<Module>(url: URL, run: (module: Module) => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const copy = `${url.href}?copy=${++imports}`;
    const module = (await import(copy)) as Module;
    await session.post('Profiler.takePreciseCoverage');
    await run(module);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const functions = result.filter((script) => script.url.includes(copy)).flatMap((script) => script.functions);
    return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
