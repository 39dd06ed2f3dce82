// Preloaded by an agent, which then reports other versions than the installed ones: of Node.js in messages and comparisons, and of benchpress.
import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { OTHER_NODE_TOLD, OTHER_NODE_FOUND, OTHER_CORE } = process.env
if (OTHER_NODE_TOLD !== undefined) Object.defineProperty(process, 'version', { value: `v${OTHER_NODE_TOLD}` })
if (OTHER_NODE_FOUND !== undefined) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: OTHER_NODE_FOUND } })
if (OTHER_CORE !== undefined) {
  const read = promises.readFile
  const readOther = async (/** @type {string} */ path, /** @type {'utf8'} */ encoding) => {
    const text = await read(path, encoding)
    return /core[\\/]package\.json$/.test(path) ? text.replace(/"version": "[^"]*"/, `"version": "${OTHER_CORE}"`) : text
  }
  Object.assign(promises, { readFile: readOther })
  syncBuiltinESMExports()
}
