/** Times of which some were cut off, and their percentiles by a survival library. */
export interface ProductLimitCase {
  readonly name: string
  readonly ended: readonly number[]
  readonly cutOff: readonly number[]
  /** By {@link casePercentiles}; `null` where the curve ends before it. */
  readonly percentiles: readonly (number | null)[]
}

/** The percentiles of each case. */
export const casePercentiles: readonly number[] = [2.5, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.9]

/**
 * Recorded with lifelines 0.30.3, a survival library for Python (pip install lifelines).
 *
 * For each case `KaplanMeierFitter().fit(ended + cutOff, [1] * len(ended) + [0] * len(cutOff)).percentile(1 - p / 100 + 1e-12)`: the first
 * time at which the curve has fallen to that share. The 1e-12 is for products of shares that miss 0.1 by the last of their digits. Infinity
 * is `null` here.
 */
export const productLimitCases: readonly ProductLimitCase[] = [
  {
    name: 'remission under 6-MP (Freireich and others, 1963), in weeks',
    ended: [6, 6, 6, 7, 10, 13, 16, 22, 23],
    cutOff: [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35],
    percentiles: [6, 6, 13, 23, null, null, null, null, null, null],
  },
  {
    name: 'nothing cut off',
    ended: [2, 5, 7, 7, 9, 10, 11, 17, 21, 27, 27, 37, 41, 44, 44, 47, 50, 51, 55, 56, 57, 58, 58, 58, 58],
    cutOff: [],
    percentiles: [2, 7, 11, 41, 55, 58, 58, 58, 58, 58],
  },
  {
    name: 'the longest cut off',
    ended: [6, 13, 14, 21, 21, 22, 22, 27, 28, 29, 31, 32, 34, 38, 41, 41, 44, 52, 54, 59],
    cutOff: [90],
    percentiles: [6, 14, 22, 31, 41, 54, 59, null, null, null],
  },
  {
    name: 'a few cut off at once, after all that ended',
    ended: [1, 2, 3, 4, 6, 6, 7, 8, 11, 13, 13, 14, 15, 15, 16, 16, 17, 17, 18, 19, 20, 26, 37, 37, 40, 42, 45, 45, 46, 49],
    cutOff: [400, 400, 400, 400, 400],
    percentiles: [1, 4, 11, 17, 45, null, null, null, null, null],
  },
  {
    name: 'cut off at the same times as others ended',
    ended: [5, 5, 10, 10, 10, 20, 20, 40],
    cutOff: [5, 10, 10, 20, 20, 40],
    percentiles: [5, 5, 10, 20, 40, null, null, null, null, null],
  },
  {
    name: 'cut off before anything ended',
    ended: [10, 12, 12, 15, 30],
    cutOff: [1, 2, 3],
    percentiles: [10, 10, 12, 12, 15, 30, 30, 30, 30, 30],
  },
  {
    name: 'more cut off than ended',
    ended: [18, 36, 39, 43, 77, 80, 83, 89],
    cutOff: [7, 15, 16, 17, 20, 21, 22, 25, 29, 36, 45, 52, 55, 56, 58, 67, 72, 75, 78, 82, 89, 91, 93, 100],
    percentiles: [18, 39, 77, 89, null, null, null, null, null, null],
  },
  {
    name: 'one that ended',
    ended: [17],
    cutOff: [3, 20],
    percentiles: [17, 17, 17, 17, null, null, null, null, null, null],
  },
  {
    name: 'half cut off at random',
    ended: [3, 9, 12, 22, 26, 27, 30, 42, 45, 50, 65, 70, 72, 94, 101, 104, 115, 151, 152, 159, 262],
    cutOff: [1, 1, 6, 16, 18, 20, 21, 21, 25, 40, 48, 50, 71, 71, 72, 76, 150, 209, 242],
    percentiles: [3, 22, 45, 101, 152, 262, 262, 262, 262, 262],
  },
  {
    name: 'a heavy tail cut off at one age',
    ended: [
      21, 21, 22, 22, 23, 23, 23, 24, 24, 24, 25, 25, 27, 28, 29, 29, 29, 31, 31, 31, 32, 33, 34, 35, 35, 35, 35, 37, 37, 38, 38, 39, 46,
      47, 51, 53, 57, 60, 64, 65, 67, 69, 76, 77, 84, 91, 97, 122, 129, 130, 151, 171, 218, 230, 260, 285, 379, 523,
    ],
    cutOff: [1000, 1000],
    percentiles: [21, 23, 29, 38, 84, 230, 379, null, null, null],
  },
  {
    name: 'two speeds, cut off early and late',
    ended: [1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 510, 518, 521, 531, 535, 540, 543, 584, 599, 599],
    cutOff: [3, 4, 5, 9, 9, 10, 560, 561, 670, 671, 676, 679],
    percentiles: [1, 3, 5, 10, 584, null, null, null, null, null],
  },
  {
    name: 'many ties',
    ended: [
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4,
      4, 4, 4, 4, 4,
    ],
    cutOff: [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4],
    percentiles: [1, 1, 2, 3, 4, null, null, null, null, null],
  },
  {
    name: 'all but one cut off last',
    ended: [103, 103, 107, 111, 132, 133, 136, 139, 145, 151, 157, 164, 165, 168, 198, 1000],
    cutOff: [114, 163, 164, 472, 748, 792, 795, 985, 986],
    percentiles: [103, 107, 136, 165, 1000, 1000, 1000, 1000, 1000, 1000],
  },
]
