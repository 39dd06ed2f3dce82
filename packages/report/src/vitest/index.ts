import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import type { KeptResult } from '@benchpress/core/vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { document, json } from '../sections/document.ts'
import { printable, withoutCommands } from '../format/texts.ts'
import { fileOf } from '../formats/html-pages.ts'
import { html } from '../render/html/html.ts'
import { makeFolder, writeAtomically } from '../outputs/write-atomically.ts'
import { colourPalette, plainPalette, type Style } from '../render/palette.ts'
import { text } from '../render/text.ts'
import { overview, unknownTest, type AssertingTest, type ShownLoadTest, type TestState } from './overview.ts'

/** Options of the reporter for load tests. */
export interface LoadTestReporterOptions {
  /** The folder of the pages, relative to the root of the project. Default `benchpress-report`. */
  readonly folder?: string
  /** What is printed after a run: a table of all load tests, the report of each of them as well, or nothing. Default `table`. */
  readonly print?: 'table' | 'reports' | 'nothing'
}

const prints = ['table', 'reports', 'nothing']

/**
 * A reporter for Vitest, which prints the load tests of a run and writes a page for each of them.
 *
 * Load tests are the results that the matchers of `@benchpress/core/vitest` were given: a result that was given to no matcher is not reported. The folder
 * contains an `index.html`, and a page and the result as JSON of each load test. Other files in the folder are left alone.
 */
export default class LoadTestReporter implements Reporter {
  readonly #options: Required<LoadTestReporterOptions>
  #vitest: Vitest | undefined
  #kept: string | undefined
  // The temporary folder lives as long as Vitest, which may watch and run again.
  readonly #told = new Set<string>()

  /** @throws TypeError for an option that does not exist */
  constructor({ folder = 'benchpress-report', print = 'table' }: LoadTestReporterOptions = {}) {
    if (!prints.includes(print)) throw new TypeError(`print: "${print}" is not one of ${prints.join(', ')}`)
    this.#options = { folder, print }
  }

  /** Passes the folder for results to the matchers of all tests. */
  onInit(vitest: Vitest): void {
    const kept = mkdtempSync(join(tmpdir(), 'benchpress-vitest-'))
    this.#vitest = vitest
    this.#kept = kept
    vitest.provide('benchpressResults', kept)
    vitest.onClose(() => rmSync(kept, { recursive: true, force: true }))
  }

  /** Prints and writes what the tests of a run kept. */
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const vitest = this.#vitest
    if (vitest === undefined) return
    try {
      await this.#report(modules, vitest)
    } catch (error) {
      vitest.logger.error(`The report of the load tests could not be written: ${printable(messageOf(error))}`)
    }
  }

  async #report(modules: readonly TestModule[], vitest: Vitest): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const missing: string[] = []
    const loadTests = await this.#read(tests, missing)
    for (const name of missing)
      vitest.logger.error(`A load test is not reported, because its result is not on this machine: ${printable(name)}`)
    if (loadTests.length === 0) return
    const folder = resolve(vitest.config.root, this.#options.folder)
    await makeFolder(folder)
    for (const { suite, page } of loadTests) {
      await writeAtomically(join(folder, page), html(document(suite), { name: 'All load tests', href: 'index.html' }))
      await writeAtomically(join(folder, page.replace(/html$/, 'json')), json(suite))
    }
    const shown = overview(loadTests, join(relative(process.cwd(), folder) || '.', 'index.html'))
    await writeAtomically(join(folder, 'index.html'), html(shown))
    if (this.#options.print === 'nothing') return
    const style = styleOf(vitest)
    const reports =
      this.#options.print === 'reports' ? loadTests.map(({ suite }) => text(document(suite, { amount: 'screen' }), style)) : []
    vitest.logger.log(withoutCommands(`\n${[...reports, text(shown, style)].join('\n')}`, process.env))
  }

  /** The results that matchers kept, each with all tests that kept it, in the order in which they were run; results without a known test come last. */
  async #read(tests: readonly TestCase[], missing: string[]): Promise<readonly ShownLoadTest[]> {
    const kept = this.#kept
    if (kept === undefined) return []
    const uses = Map.groupBy(tests.flatMap(usesOf), ({ file }) => file)
    const files = (await readdir(kept)).toSorted()
    const fresh = files.filter((file) => !this.#told.has(file))
    for (const file of fresh) this.#told.add(file)
    for (const file of fresh.filter((name) => name.endsWith('.json'))) if (!uses.has(file)) uses.set(file, [])
    const taken = new Set(['index.html'])
    const loadTests: ShownLoadTest[] = []
    for (const [file, own] of uses) {
      const suite = await readKept(join(kept, file))
      if (suite === undefined) {
        missing.push(...own.map(({ test }) => test.fullName))
        continue
      }
      const isUncertain = own.length === 0 || files.includes(file.replace(/json$/, 'unknown'))
      loadTests.push({ suite, page: fileOf([suite.name], taken), tests: [...own.map(described), ...(isUncertain ? [unknownTest] : [])] })
    }
    return loadTests
  }
}

/** An attempt of a test that kept a result. */
interface Use {
  readonly file: string
  readonly test: TestCase
  readonly attempt: number
}

/** The results that a test kept; of several attempts with the same result, the last. */
function usesOf(test: TestCase): readonly Use[] {
  const results: readonly KeptResult[] = test.meta().benchpress ?? []
  const last = new Map(results.map(({ file, attempt }) => [basename(file), attempt]))
  return [...last].map(([file, attempt]) => ({ file, test, attempt }))
}

function described({ test, attempt }: Use): AssertingTest {
  const number = test.attempts().length > 1 ? `, attempt ${attempt + 1}` : ''
  return { name: `${test.module.relativeModuleId} > ${test.fullName}${number}`, state: stateOfAttempt(test, attempt) }
}

function stateOfAttempt(test: TestCase, number: number): TestState {
  const attempts = test.attempts()
  const [attempt, next] = [attempts[number], attempts[number + 1]]
  if (attempt === undefined) {
    const { state } = test.result()
    return state === 'pending' ? 'not ended' : state
  }
  return next?.repeatIndex === attempt.repeatIndex ? 'retried' : attempt.state
}

// Where Vitest merges reports of several machines, files of other machines are missing here.
async function readKept(path: string): Promise<SuiteResult | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SuiteResult
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function styleOf(vitest: Vitest): Style {
  const { outputStream } = vitest.logger
  if (!('isTTY' in outputStream) || !outputStream.isTTY) return plainPalette
  const columns = vitest.logger.getColumns()
  return { ...(outputStream.hasColors() ? colourPalette : plainPalette), columns }
}
