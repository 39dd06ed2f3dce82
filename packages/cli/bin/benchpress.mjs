#!/usr/bin/env node
// Starts the command line. Any Node.js from 18 on must be able to read this file, which therefore imports only when it must.
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** @param {string} path */
const at = (path) => new URL(path, import.meta.url)

if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${JSON.parse(readFileSync(at('../package.json'), 'utf8')).version}\n`)
} else {
  await start()
}

async function start() {
  const inWorkspace = existsSync(at('../src/main.ts'))
  if (inWorkspace && (isTooOld() || !existsSync(at('../../../node_modules/.modules.yaml')))) {
    const { runOnPinnedNode } = await import(at('../../../scripts/pinned-node.mjs').href)
    await runOnPinnedNode(fileURLToPath(import.meta.url), process.argv.slice(2))
  } else if (isTooOld()) {
    process.stderr.write(`benchpress needs Node.js 22.18 or later; this is v${process.versions.node}.\n`)
    process.exitCode = 1
  } else {
    module.enableCompileCache()
    await import(at(inWorkspace ? '../src/main.ts' : '../dist/main.js').href)
  }
}

function isTooOld() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < 22 || (major === 22 && minor < 18)
}
