// Preloaded by a process and each of its threads: their clock is that of a machine that was started at another time.
const skew = BigInt(process.env['CLOCK_SKEW'] ?? '0') * 1000n
const read = process.hrtime.bigint.bind(process.hrtime)
process.hrtime.bigint = () => read() + skew
