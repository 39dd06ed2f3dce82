// Preloaded by a process and each of its threads, which then have the clocks of another machine: started at another time, with drift, and with a wrong calendar
// that is set while they run.
const numberOf = (/** @type {string} */ name) => Number(process.env[name] ?? '0')
// Microseconds, parts of a million, and milliseconds.
const [skew, drift] = [numberOf('CLOCK_SKEW'), numberOf('CLOCK_DRIFT')]
const [wall, jump, jumpAfter] = [numberOf('CLOCK_WALL'), numberOf('CLOCK_JUMP'), numberOf('CLOCK_JUMP_AFTER')]
const shared = process.hrtime.bigint.bind(process.hrtime)
const own = performance.now.bind(performance)
const calendar = Date.now.bind(Date)
const startedAt = calendar()
process.hrtime.bigint = () => shared() + BigInt(Math.round(skew * 1000)) + (shared() * BigInt(drift)) / 1_000_000n
performance.now = () => own() * (1 + drift / 1e6)
Date.now = () => calendar() + wall + (calendar() - startedAt > jumpAfter ? jump : 0)
