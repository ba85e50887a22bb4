/**
 * The chart library in one file: loading its hundreds of modules takes a second of processor time,
 * six times as long.
 */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export * from 'echarts';
}
