import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { RequestName, RequestParams, RequestResult } from "../../main/contract/index.ts";
import { useHost } from "./context.tsx";

interface RequestOptions<R> {
  /** False: don't send the request yet. */
  readonly enabled?: boolean;
  /** Keeps the previous response while another request is pending. */
  readonly keepPrevious?: boolean;
  /** Sends the request again every 2 s while this is false of its response. */
  readonly isComplete?: (response: R) => boolean;
}

const INCOMPLETE_MS = 2000;

/** Sends a request once and caches its response. Errors are StatusErrors. */
export function useRequest<N extends RequestName>(
  name: N,
  params: RequestParams<N>,
  options: RequestOptions<RequestResult<N>> = {},
): UseQueryResult<RequestResult<N>> {
  const { client } = useHost();
  const { isComplete } = options;
  return useQuery<RequestResult<N>>({
    queryKey: [name, params],
    queryFn: ({ signal }) => client.request(name, params, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(isComplete && {
      refetchInterval: ({ state: { data } }) =>
        data === undefined || isComplete(data) ? false : INCOMPLETE_MS,
    }),
  });
}

/** A request that changes something. Cached responses of the requests in `refreshes` are fetched again. */
export function useAction<N extends RequestName>(
  name: N,
  refreshes: readonly RequestName[] = [],
): UseMutationResult<RequestResult<N>, Error, RequestParams<N>> {
  const { client } = useHost();
  const queries = useQueryClient();
  return useMutation<RequestResult<N>, Error, RequestParams<N>>({
    mutationFn: (params) => client.request(name, params),
    onSettled: async () => {
      await Promise.all(refreshes.map((each) => queries.invalidateQueries({ queryKey: [each] })));
    },
  });
}
