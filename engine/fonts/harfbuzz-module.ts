/** HarfBuzz's WebAssembly module, compiled once per process. Each instance has its own memory. */
import { assertInvariant } from '../invariant.ts';
import { host } from '../platform/host.ts';
import { growMemory, type WasmFunction } from '../platform/wasm-memory.ts';

/** Returns the host functions of HarfBuzz. It only needs to grow its memory and to abort. */
function hostFunctions(memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const giveUp = (): never => {
    throw new Error('assertion failed: HarfBuzz aborted');
  };
  return {
    wasi_snapshot_preview1: { proc_exit: giveUp },
    env: {
      _emscripten_runtime_keepalive_clear: () => undefined,
      _abort_js: giveUp,
      _setitimer_js: () => 0,
      emscripten_resize_heap: (size: number) => growMemory(memory(), size),
    },
  };
}

function compiledModule(): WebAssembly.Module {
  const compiled = host().module('wasm/harfbuzz.wasm');
  assertInvariant(compiled !== null, 'HarfBuzz is among the assets');
  return compiled as WebAssembly.Module;
}

/** An instance: its memory, function table and exports. */
interface HarfBuzzInstance {
  readonly memory: WebAssembly.Memory;
  readonly functions: WebAssembly.Table;
  readonly call: Record<string, WasmFunction>;
}

/** Live instances and the tops of their stacks. Unreferenced ones are removed when the next is created. */
const instances = new Set<{ readonly call: WeakRef<HarfBuzzInstance['call']>; readonly stackTop: number }>();

/** Resets the stacks of all instances after an exception that may have interrupted HarfBuzz. No call may be active. */
export function unwindHarfBuzz(): void {
  for (const instance of instances) {
    const call = instance.call.deref();
    if (call === undefined) instances.delete(instance);
    else call['_emscripten_stack_restore']!(instance.stackTop);
  }
}

export function instantiateHarfBuzz(): HarfBuzzInstance {
  const { exports } = new WebAssembly.Instance(
    compiledModule(),
    hostFunctions(() => memory),
  );
  const memory = exports['memory'] as WebAssembly.Memory;
  const call = exports as Record<string, WasmFunction>;
  call['__wasm_call_ctors']!();
  for (const instance of instances) if (instance.call.deref() === undefined) instances.delete(instance);
  instances.add({ call: new WeakRef(call), stackTop: call['emscripten_stack_get_current']!() });
  return { memory, functions: exports['__indirect_function_table'] as WebAssembly.Table, call };
}

/** Converts OpenType tags to HarfBuzz's numbers and back. */
export const tagNumber = (tag: string): number =>
  ((tag.charCodeAt(0) << 24) | (tag.charCodeAt(1) << 16) | (tag.charCodeAt(2) << 8) | tag.charCodeAt(3)) >>> 0;

export const tagText = (tag: number): string =>
  String.fromCharCode(tag >>> 24, (tag >>> 16) & 255, (tag >>> 8) & 255, tag & 255);
