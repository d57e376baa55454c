/** 0.0123 as "1.23 %". */
export const percent = (share: number) => `${number(share * 100)} %`;

/** At most three significant digits, whole numbers in full. */
export const number = (value: number) =>
  Number.isInteger(value)
    ? value.toLocaleString("en-US")
    : value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
