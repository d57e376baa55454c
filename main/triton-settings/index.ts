export { tritonSettingsDomain } from "./domain.ts";
