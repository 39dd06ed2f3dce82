import type { ConfigIssue } from '../base/errors/benchpress-error.ts'

/**
 * Finds everything that is wrong with what a module exports as a preset; nothing for a preset.
 *
 * What its functions return is not checked: a run checks its suite as it does every config.
 */
export async function checkPreset(exported: unknown): Promise<readonly ConfigIssue[]> {
  const named = typeof exported === 'object' && exported !== null
  if (!named) return [{ path: '', message: 'the default export is no preset', hint: 'write `export default definePreset({ … })`' }]
  // With the library of schemas, which the presets themselves and their journeys do not need.
  const { presetIssues } = await import('./preset-schema.ts')
  return presetIssues(exported)
}
