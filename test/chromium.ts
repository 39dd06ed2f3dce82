import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from './tools.ts'

/** Starts the browser without a window; it can open files, and what it asks a network for is for its caller to see. */
export async function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`no browser: install Debian's package chromium, or name one in CHROMIUM`)
  // A container has no user of its own to shut the browser in, and pages of our own need no sandbox.
  return await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
