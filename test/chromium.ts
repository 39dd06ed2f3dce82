import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser that pages are tried in: the one that `CHROMIUM` names, or the first one on the PATH; `undefined` where there is none. */
export const chromiumPath: string | undefined = process.env['CHROMIUM'] ?? findOnPath()

/** Starts the browser without a window; it can open files, and what it asks a network for is for its caller to see. */
export async function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`no browser: install Debian's package chromium, or name one in CHROMIUM`)
  // A container has no user of its own to shut the browser in, and pages of our own need no sandbox.
  return await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

function findOnPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
