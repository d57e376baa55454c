import { restrictionError, type Restriction, type Restrictions } from "../restrictions.ts";
import { errorAnswer, TEXT_TYPE } from "./answer.ts";
import { type Call, methodNotAllowed, type Route } from "./call.ts";

/**
 * Restricts `routes`: a call without the key is rejected before its method, model and body are
 * checked.
 */
export function restrictRoutes(routes: readonly Route[], restrictions: Restrictions): Route[] {
  const guarded: Route[] = [];
  const otherMethods: Route[] = [];
  for (const route of routes) {
    const restriction = route.feature && restrictions.get(route.feature);
    if (restriction === undefined) {
      guarded.push(route);
      continue;
    }
    guarded.push({
      ...route,
      handle: (call) => refusal(call, restriction) ?? route.handle(call),
    });
    const handle = (call: Call) => refusal(call, restriction) ?? methodNotAllowed();
    otherMethods.push({ method: "*", path: route.path, handle });
  }
  return [...guarded, ...otherMethods];
}

function refusal(call: Call, restriction: Restriction) {
  const offered = call.header(restriction.header.toLowerCase());
  const error = restrictionError("http", restriction, offered);
  return error && errorAnswer(error, TEXT_TYPE);
}
