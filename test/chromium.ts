import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from './tools.ts'

const fonts = fileURLToPath(new URL('fonts.conf', import.meta.url))

/** Starts the browser without a window; it can open files, and what it asks a network for is for its caller to see. Its fonts are the same on each machine that has them. */
export async function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`no browser: install Debian's package chromium, or name one in CHROMIUM`)
  // A container has no user of its own to shut the browser in, and pages of our own need no sandbox.
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  return await chromium.launch({ executablePath: chromiumPath, args, env: { ...process.env, FONTCONFIG_FILE: fonts } })
}
