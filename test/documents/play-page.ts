import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDemoServer } from './demo-server.ts'
import { execute } from './execute.ts'
import { commandLinesOf, notRun } from './command-lines.ts'
import { fileNameOf, kindOf, readBlocks } from './read-blocks.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin/benchpress.mjs', import.meta.url))

/** The output of a command of a page, beside the output that the page shows. */
export interface Screen {
  readonly command: string
  readonly exitCode: number
  readonly printed: string
  readonly shown: string
}

/**
 * Follows a page like a reader: makes its files and runs its commands, one after the other, in an empty folder without installed packages.
 *
 * A command whose screen is shown has a block of its own, with the screen in the next one. `localhost:3000` is the shop of the documentation.
 */
export async function playPage(page: string, markdown: string): Promise<readonly Screen[]> {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-page-'))
  const shop = await openDemoServer(0)
  const screens: Screen[] = []
  try {
    await writeFile(join(folder, 'benchpress'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
    const blocks = readBlocks(page, markdown)
    for (const [index, block] of blocks.entries()) {
      const kind = kindOf(block)
      if (kind === 'config' || kind === 'file') await writeFile(join(folder, fileNameOf(block, kind)), toShop(block.text, shop.port))
      if (kind !== 'commands') continue
      const next = blocks[index + 1]
      for (const { command } of commandLinesOf(block)) {
        if (notRun[command] !== undefined) continue
        const line = toShop(command.replaceAll('npx benchpress', 'benchpress'), shop.port)
        const { exitCode, stdout, stderr } = await execute('sh', ['-c', line], folder, folder)
        // The announcement of the run stands before these lines.
        const [, problems = ''] = /^(benchpress: [^]*)/m.exec(stderr) ?? []
        const printed = `${stdout}${problems}`.replaceAll(`localhost:${shop.port}`, 'localhost:3000')
        screens.push({
          command,
          exitCode,
          printed: asInstalled(printed),
          shown: next !== undefined && kindOf(next) === 'text' ? next.text : '',
        })
      }
    }
    return screens
  } finally {
    await shop.close()
    await rm(folder, { recursive: true })
  }
}

/** A screen without the parts that differ by run and machine: figures, widths of columns, and the verdict. */
export function shapeOf(screen: string): readonly string[] {
  return (
    screen
      .split('\n')
      .filter(
        (line) =>
          !/^ {2}(?:note|suspect|invalid|and \d+ more) |^[├┌└─~>]|^In brackets|^ {2}Limited by |^benchpress: threshold inconclusive/.test(
            line,
          ),
      )
      .map((line) =>
        line
          .replace(/^(Verdict|Thresholds): .*/, '$1')
          .replace(/^ {2}[✓✗?] (.*?): .*/, '  $1')
          .replace(/ read \(.*\)$/, ' read')
          .replace(/^(benchpress: threshold failed: .*?) \(.*/, '$1')
          .replaceAll(figure, '#')
          .replaceAll(/(?<=\S) +/g, ' ')
          .trimEnd(),
      )
      // Endpoints are sorted by count, which may be nearly equal.
      .toSorted()
  )
}

const figure = /~?\b\d[\d.,]*(?:\s?(?:[µm]?s|[kM]?B|k|%))?(?!\w)(?: \([^)]*\))?/g

// The installation of a reader.
function asInstalled(printed: string): string {
  return printed.replaceAll(`node ${bin}`, 'npx benchpress')
}

function toShop(text: string, port: number): string {
  return text.replaceAll('localhost:3000', `localhost:${port}`)
}
