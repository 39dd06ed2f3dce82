// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.

const [entry = '', broker = '', name = '', trusted = ''] = process.argv.slice(2)
/** @type {typeof import('../../../packages/machines/src/index.ts')} */
const { agentTrust, runAgent } = await import(entry)
const { signal } = new AbortController()
await runAgent({ broker, name, trust: await agentTrust([trusted]), signal, onNotice: (message) => console.log(message) })
