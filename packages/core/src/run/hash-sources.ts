import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SourceFile } from '../result/shape/result.ts'
import { configOf, type ResolvedTests } from './resolve-tests.ts'

// The most files of a journey: one that imports half of an application is identified by its first files.
const mostFiles = 200

/**
 * Hashes the code that users run: the modules that a suite names and, recursively, the files that they import by relative paths.
 * Installed packages are left out, and so are unreadable files, whose errors are reported when they are loaded.
 *
 * @param cwd folder that the names are relative to. Default: the working directory
 */
export async function hashSources(tests: ResolvedTests['tests'], cwd: string = process.cwd()): Promise<readonly SourceFile[]> {
  const journeys = tests.map(configOf).flatMap(({ name: test, scenarios }) =>
    scenarios.flatMap((scenario) => {
      if (scenario.kind === 'requests') return []
      return scenario.journeys.map(({ name, from }) => {
        const owner = scenario.journeys.length > 1 ? `${name} of ${scenario.name}` : scenario.name
        // The name of an only test is left out, because it does not identify code.
        return { from, file: `a function of ${owner}${tests.length > 1 ? `, ${test}` : ''}` }
      })
    }),
  )
  const ofConfig = journeys.flatMap(({ file, from }) => ('run' in from ? [{ file, hash: hashOf(String(from.run)) }] : []))
  const waiting = journeys.flatMap(({ from }) =>
    'module' in from ? [isAbsolute(from.module) ? pathToFileURL(from.module).href : from.module] : [],
  )
  const files = new Map<string, string>()
  const seen = new Set<string>()
  for (let module = waiting.shift(); module !== undefined && seen.size < mostFiles; module = waiting.shift()) {
    if (seen.has(module) || !module.startsWith('file:') || module.includes('/node_modules/')) continue
    seen.add(module)
    const path = fileURLToPath(module)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    files.set(relative(cwd, path), hashOf(text))
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g))
      waiting.push(new URL(specifier, module).href)
  }
  const found = [...ofConfig, ...Array.from(files, ([file, of]) => ({ file, hash: of }))]
  return found.toSorted((a, b) => (a.file < b.file ? -1 : 1))
}

function hashOf(text: string): string {
  return hash('sha256', text)
}
