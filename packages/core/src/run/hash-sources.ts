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
  // The name of an only test is left out, because it does not identify code.
  const sources = tests.flatMap((test) =>
    sourcesOf(test).map((source) => ({ ...source, test: tests.length > 1 ? `, ${configOf(test).name}` : '' })),
  )
  const ofConfig = sources.flatMap(({ owner, test, from }) =>
    'run' in from ? [{ file: `a function of ${owner}${test}`, hash: hashOf(String(from.run)) }] : [],
  )
  const waiting = sources.flatMap(({ from }) =>
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

interface Source {
  /** Name of the function or of the scenario, with the journey if it has several. */
  readonly owner: string
  readonly from: { readonly module: string } | { readonly run: unknown }
}

function sourcesOf(test: ResolvedTests['tests'][number]): readonly Source[] {
  return configOf(test).scenarios.flatMap((scenario) =>
    scenario.kind === 'journeys'
      ? scenario.journeys.map(({ name, from }) => ({
          owner: scenario.journeys.length > 1 ? `${name} of ${scenario.name}` : scenario.name,
          from,
        }))
      : [],
  )
}

function hashOf(text: string): string {
  return hash('sha256', text)
}
