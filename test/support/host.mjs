// Sets the engine's host before any test, as a module, so that tests that import parts of the engine share it.
import '../../engine/platform/node-host.ts';
