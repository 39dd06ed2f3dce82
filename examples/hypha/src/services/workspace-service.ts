import { createService, ofText } from '../service.ts'
import type { Service } from '../service.ts'

/** The service of every workspace besides registered ones, which returns a text as it is. */
export function createWorkspaceService(): Service {
  return createService('ws', 'Workspace', 'What every workspace has', { echo: ofText('msg', (text) => text) })
}

/** The service that manages the workspace, as an entry of the list of services. */
export const managementService: object = {
  id: 'root:default',
  name: 'Default workspace management service',
  description: 'Services for managing workspace.',
  config: { require_context: true, visibility: 'public', workspace: 'default' },
  ...Object.fromEntries(
    ['emit', 'on', 'off', 'echo', 'alert', 'confirm', 'prompt', 'show_progress', 'show_message', 'log', 'info', 'error'].map((name) => [
      name,
      { type: 'function', name },
    ]),
  ),
}
