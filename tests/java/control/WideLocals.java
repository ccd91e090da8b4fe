// More than 256 locals: wide loads, stores and iinc, of every kind, and long branches over a large body.
// The body is repetitive on purpose: each local is declared, changed and read, five kinds in turn.
public class WideLocals {
    static long wide(int seed) {
        int v0 = seed + 0;
        long v1 = seed * 1L + 1;
        double v2 = seed / 3.0;
        float v3 = seed * 3.5f;
        String v4 = "s" + (seed + 4);
        int v5 = seed + 5;
        long v6 = seed * 6L + 1;
        double v7 = seed / 8.0;
        float v8 = seed * 8.5f;
        String v9 = "s" + (seed + 9);
        int v10 = seed + 10;
        long v11 = seed * 11L + 1;
        double v12 = seed / 13.0;
        float v13 = seed * 13.5f;
        String v14 = "s" + (seed + 14);
        int v15 = seed + 15;
        long v16 = seed * 16L + 1;
        double v17 = seed / 18.0;
        float v18 = seed * 18.5f;
        String v19 = "s" + (seed + 19);
        int v20 = seed + 20;
        long v21 = seed * 21L + 1;
        double v22 = seed / 23.0;
        float v23 = seed * 23.5f;
        String v24 = "s" + (seed + 24);
        int v25 = seed + 25;
        long v26 = seed * 26L + 1;
        double v27 = seed / 28.0;
        float v28 = seed * 28.5f;
        String v29 = "s" + (seed + 29);
        int v30 = seed + 30;
        long v31 = seed * 31L + 1;
        double v32 = seed / 33.0;
        float v33 = seed * 33.5f;
        String v34 = "s" + (seed + 34);
        int v35 = seed + 35;
        long v36 = seed * 36L + 1;
        double v37 = seed / 38.0;
        float v38 = seed * 38.5f;
        String v39 = "s" + (seed + 39);
        int v40 = seed + 40;
        long v41 = seed * 41L + 1;
        double v42 = seed / 43.0;
        float v43 = seed * 43.5f;
        String v44 = "s" + (seed + 44);
        int v45 = seed + 45;
        long v46 = seed * 46L + 1;
        double v47 = seed / 48.0;
        float v48 = seed * 48.5f;
        String v49 = "s" + (seed + 49);
        int v50 = seed + 50;
        long v51 = seed * 51L + 1;
        double v52 = seed / 53.0;
        float v53 = seed * 53.5f;
        String v54 = "s" + (seed + 54);
        int v55 = seed + 55;
        long v56 = seed * 56L + 1;
        double v57 = seed / 58.0;
        float v58 = seed * 58.5f;
        String v59 = "s" + (seed + 59);
        int v60 = seed + 60;
        long v61 = seed * 61L + 1;
        double v62 = seed / 63.0;
        float v63 = seed * 63.5f;
        String v64 = "s" + (seed + 64);
        int v65 = seed + 65;
        long v66 = seed * 66L + 1;
        double v67 = seed / 68.0;
        float v68 = seed * 68.5f;
        String v69 = "s" + (seed + 69);
        int v70 = seed + 70;
        long v71 = seed * 71L + 1;
        double v72 = seed / 73.0;
        float v73 = seed * 73.5f;
        String v74 = "s" + (seed + 74);
        int v75 = seed + 75;
        long v76 = seed * 76L + 1;
        double v77 = seed / 78.0;
        float v78 = seed * 78.5f;
        String v79 = "s" + (seed + 79);
        int v80 = seed + 80;
        long v81 = seed * 81L + 1;
        double v82 = seed / 83.0;
        float v83 = seed * 83.5f;
        String v84 = "s" + (seed + 84);
        int v85 = seed + 85;
        long v86 = seed * 86L + 1;
        double v87 = seed / 88.0;
        float v88 = seed * 88.5f;
        String v89 = "s" + (seed + 89);
        int v90 = seed + 90;
        long v91 = seed * 91L + 1;
        double v92 = seed / 93.0;
        float v93 = seed * 93.5f;
        String v94 = "s" + (seed + 94);
        int v95 = seed + 95;
        long v96 = seed * 96L + 1;
        double v97 = seed / 98.0;
        float v98 = seed * 98.5f;
        String v99 = "s" + (seed + 99);
        int v100 = seed + 100;
        long v101 = seed * 101L + 1;
        double v102 = seed / 103.0;
        float v103 = seed * 103.5f;
        String v104 = "s" + (seed + 104);
        int v105 = seed + 105;
        long v106 = seed * 106L + 1;
        double v107 = seed / 108.0;
        float v108 = seed * 108.5f;
        String v109 = "s" + (seed + 109);
        int v110 = seed + 110;
        long v111 = seed * 111L + 1;
        double v112 = seed / 113.0;
        float v113 = seed * 113.5f;
        String v114 = "s" + (seed + 114);
        int v115 = seed + 115;
        long v116 = seed * 116L + 1;
        double v117 = seed / 118.0;
        float v118 = seed * 118.5f;
        String v119 = "s" + (seed + 119);
        int v120 = seed + 120;
        long v121 = seed * 121L + 1;
        double v122 = seed / 123.0;
        float v123 = seed * 123.5f;
        String v124 = "s" + (seed + 124);
        int v125 = seed + 125;
        long v126 = seed * 126L + 1;
        double v127 = seed / 128.0;
        float v128 = seed * 128.5f;
        String v129 = "s" + (seed + 129);
        int v130 = seed + 130;
        long v131 = seed * 131L + 1;
        double v132 = seed / 133.0;
        float v133 = seed * 133.5f;
        String v134 = "s" + (seed + 134);
        int v135 = seed + 135;
        long v136 = seed * 136L + 1;
        double v137 = seed / 138.0;
        float v138 = seed * 138.5f;
        String v139 = "s" + (seed + 139);
        int v140 = seed + 140;
        long v141 = seed * 141L + 1;
        double v142 = seed / 143.0;
        float v143 = seed * 143.5f;
        String v144 = "s" + (seed + 144);
        int v145 = seed + 145;
        long v146 = seed * 146L + 1;
        double v147 = seed / 148.0;
        float v148 = seed * 148.5f;
        String v149 = "s" + (seed + 149);
        int v150 = seed + 150;
        long v151 = seed * 151L + 1;
        double v152 = seed / 153.0;
        float v153 = seed * 153.5f;
        String v154 = "s" + (seed + 154);
        int v155 = seed + 155;
        long v156 = seed * 156L + 1;
        double v157 = seed / 158.0;
        float v158 = seed * 158.5f;
        String v159 = "s" + (seed + 159);
        int v160 = seed + 160;
        long v161 = seed * 161L + 1;
        double v162 = seed / 163.0;
        float v163 = seed * 163.5f;
        String v164 = "s" + (seed + 164);
        int v165 = seed + 165;
        long v166 = seed * 166L + 1;
        double v167 = seed / 168.0;
        float v168 = seed * 168.5f;
        String v169 = "s" + (seed + 169);
        int v170 = seed + 170;
        long v171 = seed * 171L + 1;
        double v172 = seed / 173.0;
        float v173 = seed * 173.5f;
        String v174 = "s" + (seed + 174);
        int v175 = seed + 175;
        long v176 = seed * 176L + 1;
        double v177 = seed / 178.0;
        float v178 = seed * 178.5f;
        String v179 = "s" + (seed + 179);
        int v180 = seed + 180;
        long v181 = seed * 181L + 1;
        double v182 = seed / 183.0;
        float v183 = seed * 183.5f;
        String v184 = "s" + (seed + 184);
        int v185 = seed + 185;
        long v186 = seed * 186L + 1;
        double v187 = seed / 188.0;
        float v188 = seed * 188.5f;
        String v189 = "s" + (seed + 189);
        int v190 = seed + 190;
        long v191 = seed * 191L + 1;
        double v192 = seed / 193.0;
        float v193 = seed * 193.5f;
        String v194 = "s" + (seed + 194);
        int v195 = seed + 195;
        long v196 = seed * 196L + 1;
        double v197 = seed / 198.0;
        float v198 = seed * 198.5f;
        String v199 = "s" + (seed + 199);
        int v200 = seed + 200;
        long v201 = seed * 201L + 1;
        double v202 = seed / 203.0;
        float v203 = seed * 203.5f;
        String v204 = "s" + (seed + 204);
        int v205 = seed + 205;
        long v206 = seed * 206L + 1;
        double v207 = seed / 208.0;
        float v208 = seed * 208.5f;
        String v209 = "s" + (seed + 209);
        int v210 = seed + 210;
        long v211 = seed * 211L + 1;
        double v212 = seed / 213.0;
        float v213 = seed * 213.5f;
        String v214 = "s" + (seed + 214);
        int v215 = seed + 215;
        long v216 = seed * 216L + 1;
        double v217 = seed / 218.0;
        float v218 = seed * 218.5f;
        String v219 = "s" + (seed + 219);
        int v220 = seed + 220;
        long v221 = seed * 221L + 1;
        double v222 = seed / 223.0;
        float v223 = seed * 223.5f;
        String v224 = "s" + (seed + 224);
        int v225 = seed + 225;
        long v226 = seed * 226L + 1;
        double v227 = seed / 228.0;
        float v228 = seed * 228.5f;
        String v229 = "s" + (seed + 229);
        int v230 = seed + 230;
        long v231 = seed * 231L + 1;
        double v232 = seed / 233.0;
        float v233 = seed * 233.5f;
        String v234 = "s" + (seed + 234);
        int v235 = seed + 235;
        long v236 = seed * 236L + 1;
        double v237 = seed / 238.0;
        float v238 = seed * 238.5f;
        String v239 = "s" + (seed + 239);
        int v240 = seed + 240;
        long v241 = seed * 241L + 1;
        double v242 = seed / 243.0;
        float v243 = seed * 243.5f;
        String v244 = "s" + (seed + 244);
        int v245 = seed + 245;
        long v246 = seed * 246L + 1;
        double v247 = seed / 248.0;
        float v248 = seed * 248.5f;
        String v249 = "s" + (seed + 249);
        int v250 = seed + 250;
        long v251 = seed * 251L + 1;
        double v252 = seed / 253.0;
        float v253 = seed * 253.5f;
        String v254 = "s" + (seed + 254);
        int v255 = seed + 255;
        long v256 = seed * 256L + 1;
        double v257 = seed / 258.0;
        float v258 = seed * 258.5f;
        String v259 = "s" + (seed + 259);
        int v260 = seed + 260;
        long v261 = seed * 261L + 1;
        double v262 = seed / 263.0;
        float v263 = seed * 263.5f;
        String v264 = "s" + (seed + 264);
        int v265 = seed + 265;
        long v266 = seed * 266L + 1;
        double v267 = seed / 268.0;
        float v268 = seed * 268.5f;
        String v269 = "s" + (seed + 269);
        int v270 = seed + 270;
        long v271 = seed * 271L + 1;
        double v272 = seed / 273.0;
        float v273 = seed * 273.5f;
        String v274 = "s" + (seed + 274);
        int v275 = seed + 275;
        long v276 = seed * 276L + 1;
        double v277 = seed / 278.0;
        float v278 = seed * 278.5f;
        String v279 = "s" + (seed + 279);
        int v280 = seed + 280;
        long v281 = seed * 281L + 1;
        double v282 = seed / 283.0;
        float v283 = seed * 283.5f;
        String v284 = "s" + (seed + 284);
        int v285 = seed + 285;
        long v286 = seed * 286L + 1;
        double v287 = seed / 288.0;
        float v288 = seed * 288.5f;
        String v289 = "s" + (seed + 289);
        int v290 = seed + 290;
        long v291 = seed * 291L + 1;
        double v292 = seed / 293.0;
        float v293 = seed * 293.5f;
        String v294 = "s" + (seed + 294);
        int v295 = seed + 295;
        long v296 = seed * 296L + 1;
        double v297 = seed / 298.0;
        float v298 = seed * 298.5f;
        String v299 = "s" + (seed + 299);
        long sum = 0;
        int counter = 0;
        for (int loop = 0; loop < 20; loop++) {
            counter += 1000;
            counter -= 32000;
            v0++;
            v0 += 0;
            sum += v0;
            v1 ^= sum;
            sum = sum * 31 + v1;
            v2 += loop;
            sum += (long) v2;
            v3 *= 0.5f;
            sum += (long) v3;
            if (loop % 7 == 4) {
                v4 = v4 + loop;
            }
            sum += v4.hashCode();
            v5++;
            v5 += 50;
            sum += v5;
            v6 ^= sum;
            sum = sum * 31 + v6;
            v7 += loop;
            sum += (long) v7;
            v8 *= 0.5f;
            sum += (long) v8;
            if (loop % 7 == 2) {
                v9 = v4 + loop;
            }
            sum += v9.hashCode();
            v10++;
            v10 += 100;
            sum += v10;
            v11 ^= sum;
            sum = sum * 31 + v11;
            v12 += loop;
            sum += (long) v12;
            v13 *= 0.5f;
            sum += (long) v13;
            if (loop % 7 == 0) {
                v14 = v9 + loop;
            }
            sum += v14.hashCode();
            v15++;
            v15 += 150;
            sum += v15;
            v16 ^= sum;
            sum = sum * 31 + v16;
            v17 += loop;
            sum += (long) v17;
            v18 *= 0.5f;
            sum += (long) v18;
            if (loop % 7 == 5) {
                v19 = v14 + loop;
            }
            sum += v19.hashCode();
            v20++;
            v20 += 200;
            sum += v20;
            v21 ^= sum;
            sum = sum * 31 + v21;
            v22 += loop;
            sum += (long) v22;
            v23 *= 0.5f;
            sum += (long) v23;
            if (loop % 7 == 3) {
                v24 = v19 + loop;
            }
            sum += v24.hashCode();
            v25++;
            v25 += 250;
            sum += v25;
            v26 ^= sum;
            sum = sum * 31 + v26;
            v27 += loop;
            sum += (long) v27;
            v28 *= 0.5f;
            sum += (long) v28;
            if (loop % 7 == 1) {
                v29 = v24 + loop;
            }
            sum += v29.hashCode();
            v30++;
            v30 += 300;
            sum += v30;
            v31 ^= sum;
            sum = sum * 31 + v31;
            v32 += loop;
            sum += (long) v32;
            v33 *= 0.5f;
            sum += (long) v33;
            if (loop % 7 == 6) {
                v34 = v29 + loop;
            }
            sum += v34.hashCode();
            v35++;
            v35 += 350;
            sum += v35;
            v36 ^= sum;
            sum = sum * 31 + v36;
            v37 += loop;
            sum += (long) v37;
            v38 *= 0.5f;
            sum += (long) v38;
            if (loop % 7 == 4) {
                v39 = v34 + loop;
            }
            sum += v39.hashCode();
            v40++;
            v40 += 400;
            sum += v40;
            v41 ^= sum;
            sum = sum * 31 + v41;
            v42 += loop;
            sum += (long) v42;
            v43 *= 0.5f;
            sum += (long) v43;
            if (loop % 7 == 2) {
                v44 = v39 + loop;
            }
            sum += v44.hashCode();
            v45++;
            v45 += 450;
            sum += v45;
            v46 ^= sum;
            sum = sum * 31 + v46;
            v47 += loop;
            sum += (long) v47;
            v48 *= 0.5f;
            sum += (long) v48;
            if (loop % 7 == 0) {
                v49 = v44 + loop;
            }
            sum += v49.hashCode();
            v50++;
            v50 += 500;
            sum += v50;
            v51 ^= sum;
            sum = sum * 31 + v51;
            v52 += loop;
            sum += (long) v52;
            v53 *= 0.5f;
            sum += (long) v53;
            if (loop % 7 == 5) {
                v54 = v49 + loop;
            }
            sum += v54.hashCode();
            v55++;
            v55 += 550;
            sum += v55;
            v56 ^= sum;
            sum = sum * 31 + v56;
            v57 += loop;
            sum += (long) v57;
            v58 *= 0.5f;
            sum += (long) v58;
            if (loop % 7 == 3) {
                v59 = v54 + loop;
            }
            sum += v59.hashCode();
            v60++;
            v60 += 600;
            sum += v60;
            v61 ^= sum;
            sum = sum * 31 + v61;
            v62 += loop;
            sum += (long) v62;
            v63 *= 0.5f;
            sum += (long) v63;
            if (loop % 7 == 1) {
                v64 = v59 + loop;
            }
            sum += v64.hashCode();
            v65++;
            v65 += 650;
            sum += v65;
            v66 ^= sum;
            sum = sum * 31 + v66;
            v67 += loop;
            sum += (long) v67;
            v68 *= 0.5f;
            sum += (long) v68;
            if (loop % 7 == 6) {
                v69 = v64 + loop;
            }
            sum += v69.hashCode();
            v70++;
            v70 += 700;
            sum += v70;
            v71 ^= sum;
            sum = sum * 31 + v71;
            v72 += loop;
            sum += (long) v72;
            v73 *= 0.5f;
            sum += (long) v73;
            if (loop % 7 == 4) {
                v74 = v69 + loop;
            }
            sum += v74.hashCode();
            v75++;
            v75 += 750;
            sum += v75;
            v76 ^= sum;
            sum = sum * 31 + v76;
            v77 += loop;
            sum += (long) v77;
            v78 *= 0.5f;
            sum += (long) v78;
            if (loop % 7 == 2) {
                v79 = v74 + loop;
            }
            sum += v79.hashCode();
            v80++;
            v80 += 800;
            sum += v80;
            v81 ^= sum;
            sum = sum * 31 + v81;
            v82 += loop;
            sum += (long) v82;
            v83 *= 0.5f;
            sum += (long) v83;
            if (loop % 7 == 0) {
                v84 = v79 + loop;
            }
            sum += v84.hashCode();
            v85++;
            v85 += 850;
            sum += v85;
            v86 ^= sum;
            sum = sum * 31 + v86;
            v87 += loop;
            sum += (long) v87;
            v88 *= 0.5f;
            sum += (long) v88;
            if (loop % 7 == 5) {
                v89 = v84 + loop;
            }
            sum += v89.hashCode();
            v90++;
            v90 += 900;
            sum += v90;
            v91 ^= sum;
            sum = sum * 31 + v91;
            v92 += loop;
            sum += (long) v92;
            v93 *= 0.5f;
            sum += (long) v93;
            if (loop % 7 == 3) {
                v94 = v89 + loop;
            }
            sum += v94.hashCode();
            v95++;
            v95 += 950;
            sum += v95;
            v96 ^= sum;
            sum = sum * 31 + v96;
            v97 += loop;
            sum += (long) v97;
            v98 *= 0.5f;
            sum += (long) v98;
            if (loop % 7 == 1) {
                v99 = v94 + loop;
            }
            sum += v99.hashCode();
            v100++;
            v100 += 1000;
            sum += v100;
            v101 ^= sum;
            sum = sum * 31 + v101;
            v102 += loop;
            sum += (long) v102;
            v103 *= 0.5f;
            sum += (long) v103;
            if (loop % 7 == 6) {
                v104 = v99 + loop;
            }
            sum += v104.hashCode();
            v105++;
            v105 += 1050;
            sum += v105;
            v106 ^= sum;
            sum = sum * 31 + v106;
            v107 += loop;
            sum += (long) v107;
            v108 *= 0.5f;
            sum += (long) v108;
            if (loop % 7 == 4) {
                v109 = v104 + loop;
            }
            sum += v109.hashCode();
            v110++;
            v110 += 1100;
            sum += v110;
            v111 ^= sum;
            sum = sum * 31 + v111;
            v112 += loop;
            sum += (long) v112;
            v113 *= 0.5f;
            sum += (long) v113;
            if (loop % 7 == 2) {
                v114 = v109 + loop;
            }
            sum += v114.hashCode();
            v115++;
            v115 += 1150;
            sum += v115;
            v116 ^= sum;
            sum = sum * 31 + v116;
            v117 += loop;
            sum += (long) v117;
            v118 *= 0.5f;
            sum += (long) v118;
            if (loop % 7 == 0) {
                v119 = v114 + loop;
            }
            sum += v119.hashCode();
            v120++;
            v120 += 1200;
            sum += v120;
            v121 ^= sum;
            sum = sum * 31 + v121;
            v122 += loop;
            sum += (long) v122;
            v123 *= 0.5f;
            sum += (long) v123;
            if (loop % 7 == 5) {
                v124 = v119 + loop;
            }
            sum += v124.hashCode();
            v125++;
            v125 += 1250;
            sum += v125;
            v126 ^= sum;
            sum = sum * 31 + v126;
            v127 += loop;
            sum += (long) v127;
            v128 *= 0.5f;
            sum += (long) v128;
            if (loop % 7 == 3) {
                v129 = v124 + loop;
            }
            sum += v129.hashCode();
            v130++;
            v130 += 1300;
            sum += v130;
            v131 ^= sum;
            sum = sum * 31 + v131;
            v132 += loop;
            sum += (long) v132;
            v133 *= 0.5f;
            sum += (long) v133;
            if (loop % 7 == 1) {
                v134 = v129 + loop;
            }
            sum += v134.hashCode();
            v135++;
            v135 += 1350;
            sum += v135;
            v136 ^= sum;
            sum = sum * 31 + v136;
            v137 += loop;
            sum += (long) v137;
            v138 *= 0.5f;
            sum += (long) v138;
            if (loop % 7 == 6) {
                v139 = v134 + loop;
            }
            sum += v139.hashCode();
            v140++;
            v140 += 1400;
            sum += v140;
            v141 ^= sum;
            sum = sum * 31 + v141;
            v142 += loop;
            sum += (long) v142;
            v143 *= 0.5f;
            sum += (long) v143;
            if (loop % 7 == 4) {
                v144 = v139 + loop;
            }
            sum += v144.hashCode();
            v145++;
            v145 += 1450;
            sum += v145;
            v146 ^= sum;
            sum = sum * 31 + v146;
            v147 += loop;
            sum += (long) v147;
            v148 *= 0.5f;
            sum += (long) v148;
            if (loop % 7 == 2) {
                v149 = v144 + loop;
            }
            sum += v149.hashCode();
            v150++;
            v150 += 1500;
            sum += v150;
            v151 ^= sum;
            sum = sum * 31 + v151;
            v152 += loop;
            sum += (long) v152;
            v153 *= 0.5f;
            sum += (long) v153;
            if (loop % 7 == 0) {
                v154 = v149 + loop;
            }
            sum += v154.hashCode();
            v155++;
            v155 += 1550;
            sum += v155;
            v156 ^= sum;
            sum = sum * 31 + v156;
            v157 += loop;
            sum += (long) v157;
            v158 *= 0.5f;
            sum += (long) v158;
            if (loop % 7 == 5) {
                v159 = v154 + loop;
            }
            sum += v159.hashCode();
            v160++;
            v160 += 1600;
            sum += v160;
            v161 ^= sum;
            sum = sum * 31 + v161;
            v162 += loop;
            sum += (long) v162;
            v163 *= 0.5f;
            sum += (long) v163;
            if (loop % 7 == 3) {
                v164 = v159 + loop;
            }
            sum += v164.hashCode();
            v165++;
            v165 += 1650;
            sum += v165;
            v166 ^= sum;
            sum = sum * 31 + v166;
            v167 += loop;
            sum += (long) v167;
            v168 *= 0.5f;
            sum += (long) v168;
            if (loop % 7 == 1) {
                v169 = v164 + loop;
            }
            sum += v169.hashCode();
            v170++;
            v170 += 1700;
            sum += v170;
            v171 ^= sum;
            sum = sum * 31 + v171;
            v172 += loop;
            sum += (long) v172;
            v173 *= 0.5f;
            sum += (long) v173;
            if (loop % 7 == 6) {
                v174 = v169 + loop;
            }
            sum += v174.hashCode();
            v175++;
            v175 += 1750;
            sum += v175;
            v176 ^= sum;
            sum = sum * 31 + v176;
            v177 += loop;
            sum += (long) v177;
            v178 *= 0.5f;
            sum += (long) v178;
            if (loop % 7 == 4) {
                v179 = v174 + loop;
            }
            sum += v179.hashCode();
            v180++;
            v180 += 1800;
            sum += v180;
            v181 ^= sum;
            sum = sum * 31 + v181;
            v182 += loop;
            sum += (long) v182;
            v183 *= 0.5f;
            sum += (long) v183;
            if (loop % 7 == 2) {
                v184 = v179 + loop;
            }
            sum += v184.hashCode();
            v185++;
            v185 += 1850;
            sum += v185;
            v186 ^= sum;
            sum = sum * 31 + v186;
            v187 += loop;
            sum += (long) v187;
            v188 *= 0.5f;
            sum += (long) v188;
            if (loop % 7 == 0) {
                v189 = v184 + loop;
            }
            sum += v189.hashCode();
            v190++;
            v190 += 1900;
            sum += v190;
            v191 ^= sum;
            sum = sum * 31 + v191;
            v192 += loop;
            sum += (long) v192;
            v193 *= 0.5f;
            sum += (long) v193;
            if (loop % 7 == 5) {
                v194 = v189 + loop;
            }
            sum += v194.hashCode();
            v195++;
            v195 += 1950;
            sum += v195;
            v196 ^= sum;
            sum = sum * 31 + v196;
            v197 += loop;
            sum += (long) v197;
            v198 *= 0.5f;
            sum += (long) v198;
            if (loop % 7 == 3) {
                v199 = v194 + loop;
            }
            sum += v199.hashCode();
            v200++;
            v200 += 2000;
            sum += v200;
            v201 ^= sum;
            sum = sum * 31 + v201;
            v202 += loop;
            sum += (long) v202;
            v203 *= 0.5f;
            sum += (long) v203;
            if (loop % 7 == 1) {
                v204 = v199 + loop;
            }
            sum += v204.hashCode();
            v205++;
            v205 += 2050;
            sum += v205;
            v206 ^= sum;
            sum = sum * 31 + v206;
            v207 += loop;
            sum += (long) v207;
            v208 *= 0.5f;
            sum += (long) v208;
            if (loop % 7 == 6) {
                v209 = v204 + loop;
            }
            sum += v209.hashCode();
            v210++;
            v210 += 2100;
            sum += v210;
            v211 ^= sum;
            sum = sum * 31 + v211;
            v212 += loop;
            sum += (long) v212;
            v213 *= 0.5f;
            sum += (long) v213;
            if (loop % 7 == 4) {
                v214 = v209 + loop;
            }
            sum += v214.hashCode();
            v215++;
            v215 += 2150;
            sum += v215;
            v216 ^= sum;
            sum = sum * 31 + v216;
            v217 += loop;
            sum += (long) v217;
            v218 *= 0.5f;
            sum += (long) v218;
            if (loop % 7 == 2) {
                v219 = v214 + loop;
            }
            sum += v219.hashCode();
            v220++;
            v220 += 2200;
            sum += v220;
            v221 ^= sum;
            sum = sum * 31 + v221;
            v222 += loop;
            sum += (long) v222;
            v223 *= 0.5f;
            sum += (long) v223;
            if (loop % 7 == 0) {
                v224 = v219 + loop;
            }
            sum += v224.hashCode();
            v225++;
            v225 += 2250;
            sum += v225;
            v226 ^= sum;
            sum = sum * 31 + v226;
            v227 += loop;
            sum += (long) v227;
            v228 *= 0.5f;
            sum += (long) v228;
            if (loop % 7 == 5) {
                v229 = v224 + loop;
            }
            sum += v229.hashCode();
            v230++;
            v230 += 2300;
            sum += v230;
            v231 ^= sum;
            sum = sum * 31 + v231;
            v232 += loop;
            sum += (long) v232;
            v233 *= 0.5f;
            sum += (long) v233;
            if (loop % 7 == 3) {
                v234 = v229 + loop;
            }
            sum += v234.hashCode();
            v235++;
            v235 += 2350;
            sum += v235;
            v236 ^= sum;
            sum = sum * 31 + v236;
            v237 += loop;
            sum += (long) v237;
            v238 *= 0.5f;
            sum += (long) v238;
            if (loop % 7 == 1) {
                v239 = v234 + loop;
            }
            sum += v239.hashCode();
            v240++;
            v240 += 2400;
            sum += v240;
            v241 ^= sum;
            sum = sum * 31 + v241;
            v242 += loop;
            sum += (long) v242;
            v243 *= 0.5f;
            sum += (long) v243;
            if (loop % 7 == 6) {
                v244 = v239 + loop;
            }
            sum += v244.hashCode();
            v245++;
            v245 += 2450;
            sum += v245;
            v246 ^= sum;
            sum = sum * 31 + v246;
            v247 += loop;
            sum += (long) v247;
            v248 *= 0.5f;
            sum += (long) v248;
            if (loop % 7 == 4) {
                v249 = v244 + loop;
            }
            sum += v249.hashCode();
            v250++;
            v250 += 2500;
            sum += v250;
            v251 ^= sum;
            sum = sum * 31 + v251;
            v252 += loop;
            sum += (long) v252;
            v253 *= 0.5f;
            sum += (long) v253;
            if (loop % 7 == 2) {
                v254 = v249 + loop;
            }
            sum += v254.hashCode();
            v255++;
            v255 += 2550;
            sum += v255;
            v256 ^= sum;
            sum = sum * 31 + v256;
            v257 += loop;
            sum += (long) v257;
            v258 *= 0.5f;
            sum += (long) v258;
            if (loop % 7 == 0) {
                v259 = v254 + loop;
            }
            sum += v259.hashCode();
            v260++;
            v260 += 2600;
            sum += v260;
            v261 ^= sum;
            sum = sum * 31 + v261;
            v262 += loop;
            sum += (long) v262;
            v263 *= 0.5f;
            sum += (long) v263;
            if (loop % 7 == 5) {
                v264 = v259 + loop;
            }
            sum += v264.hashCode();
            v265++;
            v265 += 2650;
            sum += v265;
            v266 ^= sum;
            sum = sum * 31 + v266;
            v267 += loop;
            sum += (long) v267;
            v268 *= 0.5f;
            sum += (long) v268;
            if (loop % 7 == 3) {
                v269 = v264 + loop;
            }
            sum += v269.hashCode();
            v270++;
            v270 += 2700;
            sum += v270;
            v271 ^= sum;
            sum = sum * 31 + v271;
            v272 += loop;
            sum += (long) v272;
            v273 *= 0.5f;
            sum += (long) v273;
            if (loop % 7 == 1) {
                v274 = v269 + loop;
            }
            sum += v274.hashCode();
            v275++;
            v275 += 2750;
            sum += v275;
            v276 ^= sum;
            sum = sum * 31 + v276;
            v277 += loop;
            sum += (long) v277;
            v278 *= 0.5f;
            sum += (long) v278;
            if (loop % 7 == 6) {
                v279 = v274 + loop;
            }
            sum += v279.hashCode();
            v280++;
            v280 += 2800;
            sum += v280;
            v281 ^= sum;
            sum = sum * 31 + v281;
            v282 += loop;
            sum += (long) v282;
            v283 *= 0.5f;
            sum += (long) v283;
            if (loop % 7 == 4) {
                v284 = v279 + loop;
            }
            sum += v284.hashCode();
            v285++;
            v285 += 2850;
            sum += v285;
            v286 ^= sum;
            sum = sum * 31 + v286;
            v287 += loop;
            sum += (long) v287;
            v288 *= 0.5f;
            sum += (long) v288;
            if (loop % 7 == 2) {
                v289 = v284 + loop;
            }
            sum += v289.hashCode();
            v290++;
            v290 += 2900;
            sum += v290;
            v291 ^= sum;
            sum = sum * 31 + v291;
            v292 += loop;
            sum += (long) v292;
            v293 *= 0.5f;
            sum += (long) v293;
            if (loop % 7 == 0) {
                v294 = v289 + loop;
            }
            sum += v294.hashCode();
            v295++;
            v295 += 2950;
            sum += v295;
            v296 ^= sum;
            sum = sum * 31 + v296;
            v297 += loop;
            sum += (long) v297;
            v298 *= 0.5f;
            sum += (long) v298;
            if (loop % 7 == 5) {
                v299 = v294 + loop;
            }
            sum += v299.hashCode();
        }
        return sum + counter;
    }

    public static void main(String[] args) {
        System.out.println(wide(1) + " " + wide(-77) + " " + wide(1 << 20));
    }
}
