// Gives the engine its host before any test: as a module, so that tests which import parts of the engine see the same one.
import '../../engine/platform/node-host.ts';
