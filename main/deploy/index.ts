export { startDeploy } from "./start-deploy.ts";
