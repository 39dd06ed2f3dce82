// Runs all presets, or the named ones, and writes their outputs into docs/presets. The pages of reports that docs/reports.md names are checked, too. It takes
// about 20 minutes on an idle machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { presetPages, reportPages } from '../test/documents/preset-pages.ts'

const cli = fileURLToPath(new URL('../packages/cli/bin/benchpress.mjs', import.meta.url))
// A threshold may fail on a page, or be inconclusive because a tenth of the load has few samples; an invalid run is accepted only for the reason that the page
// explains.
const accepted = [0, 97, 99]

const names = process.argv.slice(2)
const unknown = names.filter((name) => !presetPages.some((page) => page.name === name))
if (unknown.length > 0)
  throw new Error(`there is no page of ${unknown.join(', ')}; there are ${presetPages.map(({ name }) => name).join(', ')}`)

for (const page of presetPages.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(page.command)
  const [, ...args] = page.command.split(' ')
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-reports-'))
  const run = spawn(process.execPath, [cli, ...args, '--no-progress', '-o', `${folder}/`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit') as Promise<[number | null]>])
  const written = await readdir(folder)
  await rm(folder, { recursive: true })
  const missing = reportPages(page.name).filter((name) => !written.includes(name))
  if (missing.length > 0) throw new Error(`${page.command} wrote no ${missing.join(', ')}, but ${written.join(', ')}`)
  const report = printed.replace(/\nwritten: .*\n$/, '')
  if (code === null || !accepted.includes(code) || page.unexplained(report).length > 0)
    throw new Error(`${page.command} ended with ${code}, and its page was not written:\n${report}`)
  await writeFile(new URL(`../docs/presets/${page.name}.md`, import.meta.url), page.write(report))
}
