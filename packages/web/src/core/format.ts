/** Numbers and quantities as texts are written the same on screens, in mails and in documents. */
export {
  axisFormat,
  baseUnit,
  formatCount,
  formatList,
  formatLocales,
  formatNumber,
  formatQuantity,
  formatQuantityText,
  formatSize,
  leastWh,
  missing,
  type QuantityUnit,
} from "@offgrid/contract/telemetry/format";
