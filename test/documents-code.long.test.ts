import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLinesOf, isOurs, notRun } from './documents/command-lines.ts'
import { openDemoServer, type DemoServer } from './documents/demo-server.ts'
import { execute } from './documents/execute.ts'
import { PagesFolder } from './documents/pages-folder.ts'
import { kindOf, type Block } from './documents/read-blocks.ts'
import { readPages } from './documents/read-pages.ts'
import { resultProblems } from './result-schema.ts'
import { runBlock } from './documents/run-block.ts'
import { freePort } from './free-port.ts'

// The rules for blocks of the documentation are in CONTRIBUTING.md.
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const pages = await readPages()
const blocks = [...pages.values()].flat()

let folder: PagesFolder
let demo: DemoServer

beforeAll(async () => {
  folder = await PagesFolder.create()
  demo = await openDemoServer(0)
})

afterAll(async () => {
  await demo.close()
  await folder.remove()
})

test('the pages with code are those of the documentation', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/cli.md', 'docs/journeys.md', 'examples/deserve/README.md']),
  )
})

test('every block is run, checked, or only shown', () => {
  const unknown = blocks.filter((block) => kindOf(block) === 'unknown')
  expect(unknown.map(({ page, line, language }) => `${page}:${line}: ${language}`)).toEqual([])
})

test('every command is run, or on the list of those that are not', () => {
  const commands = blocks
    .filter((block) => kindOf(block) === 'commands')
    .flatMap((block) => commandLinesOf(block).map((line) => line.command))
  expect(commands.filter((command) => !isOurs(command) && notRun[command] === undefined)).toEqual([])
  expect(Object.keys(notRun).filter((command) => !commands.includes(command))).toEqual([])
})

test('the code of all pages type-checks', async () => {
  for (const [page, ofPage] of pages) await folder.writeOriginals(page, ofPage)
  const project = await folder.writeTypeCheck()
  const { stdout } = await execute(process.execPath, [compiler, '-p', project, '--pretty', 'false'], project, folder.commands)
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  // The only error is there on purpose: without it this test would pass if nothing was compiled.
  expect(errors).toEqual([expect.stringMatching(/^types\/mistake\.ts\(2,16\): error TS2322/)])
})

const results = blocks.flatMap((block) => {
  const kind = kindOf(block)
  return kind === 'result' || kind === 'excerpt' ? [{ where: `${block.page}:${block.line}`, kind, text: block.text }] : []
})

test.each(results)('the result at $where matches the schema', ({ kind, text }) => {
  expect(resultProblems(JSON.parse(text), kind)).toEqual([])
})

// Pages with limits for measured figures are run alone, and others a few at a time, by the configuration of the tests. A test that plans a preset measures
// nothing.
const measures = (block: Block): boolean => kindOf(block) === 'test' && !block.text.includes('planPreset(')
const measuring = [...pages.keys()].filter((page) => page.startsWith('examples/') || pages.get(page)?.some(measures))
const others = [...pages.keys()].filter((page) => !measuring.includes(page))

describe('the code of a page can be run', () => {
  test.concurrent.each(others)('%s', async (page) => {
    expect(await runPage(page)).toEqual([])
  })
})

describe('the code of a page that measures can be run', () => {
  test.each(measuring.filter((page) => !startsRedis(page)))('%s', async (page) => {
    expect(await runPage(page)).toEqual([])
  })

  test.skipIf(spawnSync('redis-server', ['--version']).status !== 0).each(measuring.filter(startsRedis))('%s', async (page) => {
    expect(await runPage(page)).toEqual([])
  })
})

test('the pages request only routes of the demo server', () => {
  expect([...demo.unknown]).toEqual([])
})

test('the pages write results that match the schema', async () => {
  const files = [...pages.keys()].map((page) => join(folder.folderOfRun(page), 'result.json')).filter((file) => existsSync(file))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(resultProblems(JSON.parse(await readFile(file, 'utf8'))), file).toEqual([])
})

function startsRedis(page: string): boolean {
  return pages.get(page)?.some((block) => kindOf(block) === 'config' && block.text.includes('redis-server')) ?? false
}

/** Runs the blocks of a page in order, and returns what went wrong. */
async function runPage(page: string): Promise<string[]> {
  const ofPage = pages.get(page) ?? []
  const addresses = { port: demo.port, ownPort: await freePort() }
  const originals = await folder.writeOriginals(page, ofPage)
  const runnable = await folder.writeRunnable(page, ofPage, addresses)
  const around = { cwd: runnable.folder, originals: originals.folder, addresses, commands: folder.commands }
  const failures: string[] = []
  for (const file of runnable.files) {
    const found = await runBlock(file, around)
    failures.push(...found.map((failure) => `${page}:${file.block.line}: ${failure}`))
  }
  return failures
}
