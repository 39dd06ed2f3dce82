import { delimiter } from 'node:path'

const ours = /^(npm_|pnpm_|VITEST|BENCHPRESS_|NODE_ENV$|NODE_OPTIONS$|NODE_COMPILE_CACHE$|INIT_CWD$|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/i

/** The environment of this test run without the variables of npm, Vitest and the launcher, and with some more variables. */
export function machineEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined && !ours.test(name)) environment[name] = value
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...environment, PATH: folders.join(delimiter), ...more }
}
