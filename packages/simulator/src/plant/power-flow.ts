/**
 * What feeds what during one step. Panels, battery and DC loads share a DC bus; an inverter/charger joins it to the AC
 * bus with the AC loads, generator and grid. All powers are means over the step, W. The balance that always holds:
 *
 *     solarW + generatorW + gridW = acLoadW + dcLoadW + batteryW + lossesW
 *
 * with batteryW positive while charging and lossesW >= 0 the sum of what inverter, its standby and charger turn into
 * heat. Losses inside the battery and in front of the solar chargers' outputs are on the far side of these meters.
 */

export interface InverterDesign {
  maxW: number;
  /** AC out over DC in. */
  efficiency: number;
  standbyW: number;
  /** DC output limit of its charger. */
  maxChargeW: number;
  chargeEfficiency: number;
}

export interface FlowDemand {
  /** What the solar chargers could deliver. */
  solarAvailableW: number;
  acLoadW: number;
  dcLoadW: number;
  /** Most that generator and grid may give; 0 when off. */
  generatorMaxW: number;
  gridMaxW: number;
  chargeLimitW: number;
  dischargeLimitW: number;
}

export interface PowerFlow {
  solarW: number;
  generatorW: number;
  gridW: number;
  /** Served, at most what was wanted. */
  acLoadW: number;
  dcLoadW: number;
  /** Positive while charging. */
  batteryW: number;
  lossesW: number;
  /** AC power made from DC by the inverter. */
  inverterW: number;
  /** DC power made from AC by the charger. */
  chargerW: number;
}

/**
 * Splits the powers of one step: sun first, then what runs on the AC side, then the battery. Solar power that nothing
 * can take is curtailed. When everything together is too little, AC loads are cut first, then the inverter, then DC
 * loads.
 */
export function splitPower(inverter: InverterDesign, wanted: FlowDemand): PowerFlow {
  const acSourceMaxW = wanted.generatorMaxW + wanted.gridMaxW;
  const directW = Math.min(wanted.acLoadW, acSourceMaxW);
  let inverterW = Math.min(wanted.acLoadW - directW, inverter.maxW);
  let standbyW = inverter.standbyW;
  let dcLoadW = wanted.dcLoadW;

  const neededW = dcLoadW + inverterW / inverter.efficiency + standbyW;
  const chargerMaxW = Math.min(inverter.maxChargeW, (acSourceMaxW - directW) * inverter.chargeEfficiency);
  const surplusW = wanted.solarAvailableW - neededW;

  let solarW = wanted.solarAvailableW;
  let chargerW: number;
  let batteryW: number;
  if (surplusW >= 0) {
    const fromSunW = Math.min(surplusW, wanted.chargeLimitW);
    solarW = neededW + fromSunW;
    chargerW = Math.min(wanted.chargeLimitW - fromSunW, chargerMaxW);
    batteryW = fromSunW + chargerW;
  } else {
    chargerW = Math.min(wanted.chargeLimitW - surplusW, chargerMaxW);
    batteryW = Math.max(surplusW + chargerW, -wanted.dischargeLimitW);
    let missingW = batteryW - (surplusW + chargerW);
    if (missingW > 0) {
      const lessW = Math.min(inverterW, missingW * inverter.efficiency);
      inverterW -= lessW;
      missingW -= lessW / inverter.efficiency;
      const withoutStandbyW = Math.min(standbyW, Math.max(0, missingW));
      standbyW -= withoutStandbyW;
      missingW -= withoutStandbyW;
      dcLoadW = Math.max(0, dcLoadW - Math.max(0, missingW));
    }
  }

  const fromAcSideW = directW + chargerW / inverter.chargeEfficiency;
  // The grid costs less than diesel, so it gives first.
  const gridW = Math.min(fromAcSideW, wanted.gridMaxW);
  return {
    solarW,
    generatorW: fromAcSideW - gridW,
    gridW,
    acLoadW: directW + inverterW,
    dcLoadW,
    batteryW,
    lossesW: inverterW * (1 / inverter.efficiency - 1) + standbyW + chargerW * (1 / inverter.chargeEfficiency - 1),
    inverterW,
    chargerW,
  };
}
