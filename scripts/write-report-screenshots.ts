// Makes the pictures of docs/reports.md from the recorded results, with the browser of the tests of pages, optionally into another folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { htmlPages } from '../packages/report/src/index.ts'
import { recordedResult } from '../packages/report/test/recorded-results.ts'
import { startChromium } from '../test/chromium.ts'
import { recordedExtras } from '../packages/cli/test/recorded-extras.ts'

const [given] = process.argv.slice(2)
const pictures = given === undefined ? fileURLToPath(new URL('../docs/reports/', import.meta.url)) : resolve(given)

interface Shown {
  readonly name: string
  readonly result: string
  /** Name of the page. Default `index.html`. */
  readonly page?: string
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  readonly at: string
}

/** The pictures, each of a part of the page of a recorded result. */
const shown: readonly Shown[] = [
  { name: 'run', result: 'nestjs', page: 'single-core-http-max.html', width: 1020, height: 880, scheme: 'light', at: 'Over time' },
  { name: 'suite', result: 'nestjs', width: 820, height: 900, scheme: 'light', at: 'Tests' },
  { name: 'sweep', result: 'toska', width: 1020, height: 620, scheme: 'dark', at: 'Sweep over users, kv, kv' },
  { name: 'phone', result: 'rate', width: 390, height: 800, scheme: 'light', at: 'Load test: ' },
  { name: 'deserve', result: 'deserve', width: 820, height: 560, scheme: 'light', at: 'Documented and measured' },
  { name: 'bridge', result: 'bridge', width: 820, height: 760, scheme: 'light', at: 'What the document says' },
  { name: 'nestjs', result: 'nestjs', width: 1020, height: 640, scheme: 'light', at: 'Documented and measured' },
  { name: 'hypha', result: 'hypha', width: 820, height: 560, scheme: 'light', at: 'Concurrent load' },
  { name: 'toska', result: 'toska', width: 1020, height: 760, scheme: 'light', at: 'What the document says' },
]

const folder = mkdtempSync(join(tmpdir(), 'benchpress-pictures-'))
const browser = await startChromium()
try {
  for (const { name, result, page: wanted, width, height, scheme, at } of shown) {
    const page = htmlPages(recordedResult(result), recordedExtras(result)).find((one) => one.name === (wanted ?? 'index.html'))
    const file = join(folder, `${name}.html`)
    writeFileSync(file, page?.text ?? '')
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce', bypassCSP: true })
    const tab = await context.newPage()
    await tab.goto(pathToFileURL(file).href)
    await tab.evaluate(
      `[...document.querySelectorAll('h1, h2')].find(({ textContent }) => textContent.startsWith(${JSON.stringify(at)})).scrollIntoView()`,
    )
    await tab.screenshot({ path: join(pictures, `${name}.png`) })
    await context.close()
    console.log(join(pictures, `${name}.png`))
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
