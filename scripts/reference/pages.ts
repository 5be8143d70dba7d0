/** The generated pages of the reference, and the generated parts of the clients, by their file relative to `docs/`. */
import { diagnosticsPage } from '../diagnostics-text.ts';
import { supportTable } from '../support-table-text.ts';
import { pythonClient } from '../clients/python.ts';
import { typescriptClient } from '../clients/typescript.ts';
import { commandsPage } from './commands.ts';
import { comparisonPage } from './comparison.ts';
import { conformancePage } from './conformance.ts';
import { environmentPage } from './environment.ts';
import { errorsPage } from './errors.ts';
import { httpPage } from './http.ts';
import { libraryPage } from './library.ts';

export const REFERENCE: Readonly<Record<string, () => string>> = {
  'css-properties.md': supportTable,
  'diagnostics.md': diagnosticsPage,
  'library.md': libraryPage,
  'commands.md': commandsPage,
  'environment.md': environmentPage,
  'http-api.md': httpPage,
  'errors.md': errorsPage,
  '../packages/client/src/operations.ts': typescriptClient,
  '../packages/client-python/pagewright_client/operations.py': pythonClient,
  'conformance.md': conformancePage,
  'comparison.md': comparisonPage,
};
