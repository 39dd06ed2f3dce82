// Usage: node scripts/on-pinned-node.mjs SCRIPT|PACKAGE [arguments] A SCRIPT is a path from the workspace's root; a PACKAGE is an installed one whose command
// is run, such as vitest.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCommand } from './find-command.mjs'
import { installOnce } from './install-once.mjs'
import { runOnPinnedNode } from './pinned-node.mjs'

const [name = '', ...args] = process.argv.slice(2)

// The command of a package is only known once it is installed.
await installOnce()
await runOnPinnedNode(extname(name) === '' ? findCommand(name) : fileURLToPath(new URL(`../${name}`, import.meta.url)), args)
